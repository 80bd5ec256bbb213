package io.kvbench.reports.series;

import io.kvbench.core.measure.IntervalRate;
import io.kvbench.results.host.HostMetric;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * What plots and files show, under the names of dbtester's columns. Each is a figure of some
 * seconds of a run, and empty where nothing is known in any of them.
 */
// The functions have no state.
@SuppressWarnings("ImmutableEnumChecker")
public enum Metric {
  MIN_LATENCY(
      "MIN-LATENCY-MS", "shortest response time", Unit.MILLIS, times(Times::minNanos, Metric::min)),
  AVG_LATENCY("AVG-LATENCY-MS", "mean response time", Unit.MILLIS, Metric::meanNanos),
  MAX_LATENCY(
      "MAX-LATENCY-MS", "longest response time", Unit.MILLIS, times(Times::maxNanos, Metric::max)),
  THROUGHPUT("AVG-THROUGHPUT", "operations answered OK", Unit.PER_SECOND, Metric::okPerSecond),
  OFFERED("OFFERED", "requests of the schedule", Unit.PER_SECOND, Metric::offeredPerSecond),
  VOLUNTARY_SWITCHES(
      "AVG-VOLUNTARY-CTXT-SWITCHES",
      "voluntary context switches of a server",
      Unit.PER_SECOND,
      mean(HostFigure.of(HostMetric.VOLUNTARY_SWITCHES))),
  INVOLUNTARY_SWITCHES(
      "AVG-NON-VOLUNTARY-CTXT-SWITCHES",
      "involuntary context switches of a server",
      Unit.PER_SECOND,
      mean(HostFigure.of(HostMetric.INVOLUNTARY_SWITCHES))),
  AVG_CPU("AVG-CPU", "CPU, mean over servers", Unit.CPU_PERCENT, mean(HostFigure.CPU)),
  MAX_CPU("MAX-CPU", "CPU, busiest server", Unit.CPU_PERCENT, over(HostFigure.CPU, Metric::max)),
  MIN_MEMORY(
      "MIN-VMRSS-MB",
      "memory, smallest server",
      Unit.MEGABYTES,
      over(HostFigure.of(HostMetric.RESIDENT_BYTES), Metric::min)),
  AVG_MEMORY(
      "AVG-VMRSS-MB",
      "memory, mean over servers",
      Unit.MEGABYTES,
      mean(HostFigure.of(HostMetric.RESIDENT_BYTES))),
  MAX_MEMORY(
      "MAX-VMRSS-MB",
      "memory, largest server",
      Unit.MEGABYTES,
      over(HostFigure.of(HostMetric.RESIDENT_BYTES), Metric::max)),
  READS(
      "AVG-READS-COMPLETED-DELTA",
      "disk reads of a server's host",
      Unit.PER_SECOND,
      mean(HostFigure.of(HostMetric.READS))),
  SECTORS_READ(
      "AVG-SECTORS-READ-DELTA",
      "sectors read by a server's host",
      Unit.PER_SECOND,
      mean(HostFigure.of(HostMetric.SECTORS_READ))),
  WRITES(
      "AVG-WRITES-COMPLETED-DELTA",
      "disk writes of a server's host",
      Unit.PER_SECOND,
      mean(HostFigure.of(HostMetric.WRITES))),
  SECTORS_WRITTEN(
      "AVG-SECTORS-WRITTEN-DELTA",
      "sectors written by a server's host",
      Unit.PER_SECOND,
      mean(HostFigure.of(HostMetric.SECTORS_WRITTEN))),
  READ_BYTES(
      "AVG-READ-BYTES-NUM-DELTA",
      "read from disk by a server",
      Unit.BYTES_PER_SECOND,
      mean(HostFigure.of(HostMetric.READ_BYTES))),
  WRITTEN_BYTES(
      "AVG-WRITE-BYTES-NUM-DELTA",
      "written to disk by a server",
      Unit.BYTES_PER_SECOND,
      mean(HostFigure.of(HostMetric.WRITTEN_BYTES))),
  RECEIVED_BYTES(
      "AVG-RECEIVE-BYTES-NUM-DELTA",
      "received by a server's host",
      Unit.BYTES_PER_SECOND,
      mean(HostFigure.of(HostMetric.RECEIVED_BYTES))),
  SENT_BYTES(
      "AVG-TRANSMIT-BYTES-NUM-DELTA",
      "sent by a server's host",
      Unit.BYTES_PER_SECOND,
      mean(HostFigure.of(HostMetric.SENT_BYTES)));

  /** What figures are numbers of, in files. */
  public enum Unit {
    MILLIS,
    PER_SECOND,
    /** 100 is one processor. */
    CPU_PERCENT,
    /** Of 1,000,000 bytes. */
    MEGABYTES,
    BYTES_PER_SECOND
  }

  @FunctionalInterface
  private interface Figure {
    OptionalDouble of(RunSeries run, List<Integer> seconds);
  }

  private static final double NANOS = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  private final String column;
  private final String words;
  private final Unit unit;
  private final Figure figure;

  Metric(String column, String words, Unit unit, Figure figure) {
    this.column = column;
    this.words = words;
    this.unit = unit;
    this.figure = figure;
  }

  /** Returns the name of its column in files. */
  public String column() {
    return column;
  }

  /** Returns what it is, in words. */
  public String words() {
    return words;
  }

  public Unit unit() {
    return unit;
  }

  /** Returns whether servers have to be sampled for it. */
  public boolean isOfHosts() {
    return switch (this) {
      case MIN_LATENCY, AVG_LATENCY, MAX_LATENCY, THROUGHPUT, OFFERED -> false;
      default -> true;
    };
  }

  public OptionalDouble of(RunSeries run, List<Integer> seconds) {
    OptionalDouble value = figure.of(run, seconds);
    return value.isEmpty() ? value : OptionalDouble.of(value.getAsDouble() / scale());
  }

  private double scale() {
    return switch (unit) {
      case MILLIS -> NANOS_PER_MILLI;
      case PER_SECOND, CPU_PERCENT, MEGABYTES, BYTES_PER_SECOND -> 1;
    };
  }

  private static Figure times(ToDoubleFunction<Times> figure, ToDoubleFunction<DoubleStream> over) {
    return (run, seconds) ->
        known(
            run.in(seconds).stream()
                .flatMap(second -> second.times().stream())
                .mapToDouble(figure)
                .toArray(),
            over);
  }

  private static OptionalDouble meanNanos(RunSeries run, List<Integer> seconds) {
    return run.in(seconds).stream()
        .flatMap(second -> second.times().stream())
        .reduce(Times::plus)
        .map(times -> OptionalDouble.of(times.meanNanos()))
        .orElseGet(OptionalDouble::empty);
  }

  private static OptionalDouble okPerSecond(RunSeries run, List<Integer> seconds) {
    long wall = run.in(seconds).stream().mapToLong(Second::wallNanos).sum();
    long ok = run.in(seconds).stream().mapToLong(Second::okCount).sum();
    return IntervalRate.perSecond(ok, wall);
  }

  private static OptionalDouble offeredPerSecond(RunSeries run, List<Integer> seconds) {
    List<Second> known =
        run.in(seconds).stream().filter(second -> second.offered().isPresent()).toList();
    long wall = known.stream().mapToLong(Second::wallNanos).sum();
    double offered = known.stream().mapToDouble(second -> second.offered().getAsDouble()).sum();
    return IntervalRate.isFull(wall)
        ? OptionalDouble.of(offered * NANOS / wall)
        : OptionalDouble.empty();
  }

  private static Figure mean(HostFigure figure) {
    return over(figure, Metric::mean);
  }

  /** The same of the servers in each second as of the seconds. */
  private static Figure over(HostFigure figure, ToDoubleFunction<DoubleStream> over) {
    return (run, seconds) ->
        known(
            seconds.stream()
                .map(second -> run.overNodes(figure, second, over))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray(),
            over);
  }

  private static OptionalDouble known(double[] values, ToDoubleFunction<DoubleStream> over) {
    return values.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(over.applyAsDouble(DoubleStream.of(values)));
  }

  private static double min(DoubleStream values) {
    return values.min().orElseThrow();
  }

  private static double mean(DoubleStream values) {
    return values.average().orElseThrow();
  }

  private static double max(DoubleStream values) {
    return values.max().orElseThrow();
  }
}
