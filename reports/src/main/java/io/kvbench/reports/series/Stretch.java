package io.kvbench.reports.series;

import io.kvbench.core.measure.IntervalRate;
import io.kvbench.results.figure.HostFigure;
import io.kvbench.results.figure.Measurement;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.figure.TimeKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** A measurement of several seconds of a run. A figure that is known in none of them is empty. */
record Stretch(RunSeries run, List<Integer> numbers) implements Measurement {
  private static final double NANOS = 1e9;

  /** Percentiles of seconds do not add. */
  @Override
  public OptionalDouble nanos(TimeKind kind, Statistic statistic) {
    Optional<Times> all =
        run.in(numbers).stream().flatMap(second -> second.times().stream()).reduce(Times::plus);
    return all.isEmpty() || kind != TimeKind.RESPONSE || statistic.percentile().isPresent()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            statistic.of(all.get().minNanos(), all.get().meanNanos(), all.get().maxNanos()));
  }

  @Override
  public OptionalDouble okPerSecond() {
    long wall = run.in(numbers).stream().mapToLong(Second::wallNanos).sum();
    long ok = run.in(numbers).stream().mapToLong(Second::okCount).sum();
    return IntervalRate.perSecond(ok, wall);
  }

  @Override
  public OptionalDouble offeredPerSecond() {
    List<Second> known =
        run.in(numbers).stream().filter(second -> second.offered().isPresent()).toList();
    long wall = known.stream().mapToLong(Second::wallNanos).sum();
    double offered = known.stream().mapToDouble(second -> second.offered().getAsDouble()).sum();
    return IntervalRate.isFull(wall)
        ? OptionalDouble.of(offered * NANOS / wall)
        : OptionalDouble.empty();
  }

  @Override
  public OptionalDouble overServers(HostFigure figure, ToDoubleFunction<DoubleStream> over) {
    double[] values =
        numbers.stream()
            .flatMapToDouble(second -> run.overNodes(figure, second, over).stream())
            .toArray();
    return values.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(over.applyAsDouble(DoubleStream.of(values)));
  }
}
