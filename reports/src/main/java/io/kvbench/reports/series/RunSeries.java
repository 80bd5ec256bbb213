package io.kvbench.reports.series;

import io.kvbench.core.measure.IntervalRate;
import io.kvbench.reports.compare.RunLabels;
import io.kvbench.results.directory.HostTable;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.figure.HostFigure;
import io.kvbench.results.figure.Measurement;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.figure.TimeKind;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.ServerEvents;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The measured phases of a run, second by second: client figures, server figures and events.
 * Seconds are numbered from 1; second n ends n seconds after the start.
 *
 * @param label what to call the run, unlike the others
 * @param start when the first phase began
 * @param seconds by their numbers; one that is missing is not there
 * @param client kvbench itself, where it was
 */
public record RunSeries(
    String label,
    StoredRun run,
    Instant start,
    SortedMap<Integer, Second> seconds,
    List<HostSeries> nodes,
    Optional<HostTable> client,
    List<Event> events) {

  public RunSeries {
    seconds = Collections.unmodifiableSortedMap(new TreeMap<>(seconds));
    nodes = List.copyOf(nodes);
    events = List.copyOf(events);
  }

  /** Reads runs as {@link StoredRun#readAll} does. */
  public static Optional<List<RunSeries>> readAll(
      List<Path> directories, Consumer<String> problems) {
    return StoredRun.readAll(directories, problems, IntervalTrack.READING).map(RunSeries::all);
  }

  /** Returns runs that were read with {@link IntervalTrack#READING}. */
  public static List<RunSeries> all(List<StoredRun> runs) {
    List<String> labels = RunLabels.of(runs);
    return IntStream.range(0, runs.size())
        .mapToObj(run -> of(labels.get(run), runs.get(run)))
        .toList();
  }

  /** Returns what has to be known of the system to compare its figures, each with the label. */
  public List<String> notes() {
    return run.result().system().notes().orElse(List.of()).stream()
        .map(note -> label + ": " + note)
        .toList();
  }

  private static RunSeries of(String label, StoredRun run) {
    RunResult result = run.result();
    List<PhaseResult> phases = PhaseResult.measured(result.phases());
    Instant start =
        phases.isEmpty() ? result.origin().startedAt() : phases.getFirst().span().startedAt();
    Instant end =
        phases.isEmpty()
            ? start
            : phases.getLast().span().startedAt().plusNanos(phases.getLast().span().wallNanos());
    List<HostSeries> nodes = new ArrayList<>();
    Optional<HostTable> client = Optional.empty();
    for (HostTable host : run.hosts()) {
      if (host.isClient()) {
        client = Optional.of(host);
      } else {
        nodes.add(HostSeries.of(host, start, end));
      }
    }
    return new RunSeries(
        label, run, start, Second.of(run, phases, start), nodes, client, Event.of(run, start, end));
  }

  public String system() {
    return run.result().system().name();
  }

  /** Returns the kinds of events of which the result has the first ones only, in words. */
  List<String> cutEvents() {
    return run.result().cluster().events().map(ServerEvents::cuts).orElse(List.of()).stream()
        .map(cut -> label + ": " + cut.kind().title() + ", " + cut.words())
        .toList();
  }

  public List<PhaseResult> phases() {
    return PhaseResult.measured(run.result().phases());
  }

  /** Returns the number of the last second of which anything is known. */
  public int lastSecond() {
    return seconds.isEmpty() ? 0 : seconds.lastKey();
  }

  /** Returns a second by its number; empty where it is missing. */
  public Optional<Second> second(int number) {
    return Optional.ofNullable(seconds.get(number));
  }

  List<Second> in(List<Integer> numbers) {
    return numbers.stream().flatMap(number -> second(number).stream()).toList();
  }

  public long okCount() {
    return second(lastSecond()).map(Second::okAfter).orElse(0L);
  }

  /** Returns how many seconds lie between two samples of the servers, at least 1. */
  public int samplePeriod() {
    return nodes.stream().mapToInt(HostSeries::period).max().orElse(1);
  }

  public Measurement during(List<Integer> numbers) {
    return new Stretch(this, numbers);
  }

  /**
   * Returns a figure over all servers in a second; empty where one of them is not known, as some
   * would be taken for all.
   */
  public OptionalDouble overNodes(
      HostFigure figure, int second, ToDoubleFunction<DoubleStream> over) {
    double[] known =
        nodes.stream()
            .map(node -> node.figure(figure, second))
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .toArray();
    return known.length == 0 || known.length < nodes.size()
        ? OptionalDouble.empty()
        : OptionalDouble.of(over.applyAsDouble(DoubleStream.of(known)));
  }

  /** A measurement of several seconds of a run. A figure that is known in none of them is empty. */
  private record Stretch(RunSeries run, List<Integer> numbers) implements Measurement {
    private static final double NANOS = 1e9;

    /** Percentiles of seconds do not add. */
    @Override
    public OptionalDouble nanos(TimeKind kind, Statistic statistic) {
      Optional<Second.Times> all =
          run.in(numbers).stream()
              .flatMap(second -> second.times().stream())
              .reduce(Second.Times::plus);
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
}
