package io.kvbench.reports.series;

import io.kvbench.reports.compare.Labels;
import io.kvbench.results.directory.HostTable;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.figure.HostFigure;
import io.kvbench.results.figure.Measurement;
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
 * @param nodes the servers that were sampled
 * @param client kvbench itself, where it was
 * @param events in their order
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

  /**
   * Reads result directories, all of them before it gives up.
   *
   * @param problems takes a sentence for everything that is wrong in any of them
   * @return the runs in the order of the directories; empty if anything was wrong
   */
  public static Optional<List<RunSeries>> readAll(
      List<Path> directories, Consumer<String> problems) {
    return StoredRun.readAll(directories, problems, IntervalTrack.READING).map(RunSeries::all);
  }

  /** Returns runs that were read with {@link IntervalTrack#READING}. */
  public static List<RunSeries> all(List<StoredRun> runs) {
    List<String> labels = Labels.of(runs);
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
      if (host.name().equals(HostTable.CLIENT)) {
        client = Optional.of(host);
      } else {
        nodes.add(HostSeries.of(host, start, end));
      }
    }
    return new RunSeries(
        label,
        run,
        start,
        Seconds.of(run, phases, start),
        nodes,
        client,
        Events.of(run, start, end));
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

  /** Returns those of these seconds that are not missing. */
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

  /** Returns what was measured in some seconds. */
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
}
