package io.kvbench.reports.compare;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.workload.LoadProfile;
import io.kvbench.reports.table.Cell;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RoundTripResult;
import io.kvbench.results.format.RunResult;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The setup of one run: the conditions under which its figures were measured. */
final class RunConditions {
  static final Set<OperationType> WRITES =
      EnumSet.of(
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.COMPARE_AND_SET,
          OperationType.DELETE,
          OperationType.TRANSACTION,
          OperationType.WATCH,
          OperationType.WATCHED_UPDATE);

  private static final Pattern SYNC = Pattern.compile("(?i)fsync|forcesync");

  private RunConditions() {}

  /** The settings that decide a fact and have a value, by their names. */
  private static Map<String, String> deciding(ComparedRun run, Fact fact) {
    Map<String, String> values = new TreeMap<>();
    run.plan()
        .settings()
        .forEach(
            (name, setting) -> {
              if (setting.decides().equals(Optional.of(fact.toString()))) {
                values.put(name, setting.value());
              }
            });
    return values;
  }

  /**
   * The shares of the operations as planned, or their names where there is no plan of them. Which
   * times between operations there are is a result.
   */
  static Cell operations(ComparedRun run) {
    Map<String, Double> mix = new TreeMap<>();
    run.measured().first().map(phase -> phase.name().toString()).stream()
        .flatMap(name -> run.plan().phases().stream().filter(phase -> phase.name().equals(name)))
        .forEach(phase -> mix.putAll(phase.mix()));
    mix.values().removeIf(share -> share == 0);
    if (mix.size() < 2) {
      return Cell.words(
          run.measured().types().stream()
              .filter(type -> !type.isBetween())
              .map(Enum::name)
              .collect(Collectors.joining(", ")));
    }
    return Cell.words(
        mix.entrySet().stream()
            .map(entry -> Quantities.plain(entry.getValue() * 100, 1) + " % " + entry.getKey())
            .collect(Collectors.joining(", ")));
  }

  static Cell loadModel(ComparedRun run) {
    return Cell.words(
        run.measured().phases().stream()
            .map(phase -> phase.load().loadModel())
            .distinct()
            .collect(Collectors.joining("; ")));
  }

  /** Only in a closed loop it is a cause; in an open one it follows from the times. */
  static Cell inFlight(ComparedRun run) {
    return run.measured().isOpenLoop()
        ? new Cell.Absent()
        : Cell.of(run.measured().concurrency(), Unit.MEAN);
  }

  static Cell clients(ComparedRun run) {
    return numbers(run, phase -> phase.load().clients());
  }

  /** The largest number that there was: those of an open loop may become more. */
  static Cell mostClients(ComparedRun run) {
    return numbers(run, PhaseResult::mostClients);
  }

  static Cell connections(ComparedRun run) {
    return known(run, phase -> phase.load().connections());
  }

  /** The largest number that there was: some may be opened for clients that become more. */
  static Cell mostConnections(ComparedRun run) {
    return known(run, PhaseResult::mostConnections);
  }

  private static Cell known(ComparedRun run, ToLongFunction<PhaseResult> connections) {
    return run.measured().phases().stream().anyMatch(phase -> phase.load().connections() == 0)
        ? new Cell.Absent()
        : numbers(run, connections);
  }

  /** Empty where all connections are shared, and in older results. */
  static Cell ownConnections(ComparedRun run) {
    return run.measured().phases().stream()
            .allMatch(phase -> phase.connectionUse().ownConnections().isEmpty())
        ? new Cell.Absent()
        : numbers(run, phase -> phase.connectionUse().ownConnections().orElse(0));
  }

  private static Cell numbers(ComparedRun run, ToLongFunction<PhaseResult> number) {
    List<PhaseResult> phases = run.measured().phases();
    return phases.size() == 1
        ? new Cell.Figure(number.applyAsLong(phases.getFirst()), Unit.COUNT)
        : Cell.words(
            phases.stream()
                .map(phase -> Long.toString(number.applyAsLong(phase)))
                .collect(Collectors.joining(", ")));
  }

  static boolean writes(ComparedRun run) {
    return run.measured().types().stream()
        .anyMatch(type -> WRITES.contains(type) || type.coordinates());
  }

  /** The share of the reads that were answered and found a record; empty without such reads. */
  static OptionalDouble hitRate(ComparedRun run) {
    Set<OperationType> read = EnumSet.of(OperationType.READ);
    long found = run.measured().count(read, Outcome.OK);
    long missed = run.measured().count(read, Outcome.NOT_FOUND);
    return found + missed == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) found / (found + missed));
  }

  /** The share of the clients' busy time that response times are about. */
  static OptionalDouble covered(ComparedRun run) {
    long occupied = run.measured().clientTime().occupiedNanos();
    return occupied == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) run.measured().coveredNanos() / occupied);
  }

  /** The requested consistency of reads. The default is specific to the system. */
  static Cell consistency(ComparedRun run) {
    if (run.measured().types().stream().noneMatch(OperationType::reads)) {
      return new Cell.Absent();
    }
    Optional<ReadConsistency> asked = run.plan().load().map(LoadProfile::consistency);
    if (asked.isEmpty() || asked.get() != ReadConsistency.DEFAULT) {
      return Cell.words(asked.map(each -> each.name().toLowerCase(Locale.ROOT)).orElse(""));
    }
    String chosen =
        deciding(run, Fact.CONSISTENCY).entrySet().stream()
            .filter(setting -> setting.getKey().startsWith(run.system() + "."))
            .map(setting -> ": " + setting.getValue())
            .collect(Collectors.joining());
    return Cell.words("default of " + run.system() + chosen);
  }

  static Cell keySize(ComparedRun run) {
    return size(run, LoadProfile::keyBytes, LoadProfile::keys);
  }

  static Cell valueSize(ComparedRun run) {
    return size(run, LoadProfile::valueBytes, LoadProfile::values);
  }

  private static Cell size(
      ComparedRun run,
      Function<LoadProfile, OptionalInt> bytes,
      Function<LoadProfile, String> words) {
    return run.plan()
        .load()
        .map(
            load ->
                bytes.apply(load).isPresent()
                    ? new Cell.Figure(bytes.apply(load).getAsInt(), Unit.BYTES)
                    : Cell.words(words.apply(load)))
        .orElseGet(Cell.Absent::new);
  }

  static Cell clientHost(ComparedRun run) {
    RunResult.EnvironmentResult host = run.result().environment();
    String processors = Quantities.count(host.processors(), "processor");
    long gigabytes = Math.round(host.memoryBytes() / 1e9);
    return Cell.words("%s, %s, %s GB".formatted(host.operatingSystem(), processors, gigabytes));
  }

  /** Empty in older results and where endpoints have no ports. */
  static Cell roundTrip(ComparedRun run) {
    List<RoundTripResult> trips = run.result().cluster().knownRoundTrips();
    return trips.isEmpty()
        ? new Cell.Absent()
        : new Cell.Figure(trips.getFirst().minMicros().orElseThrow() * 1e3, Unit.NANOS);
  }

  static Cell faults(ComparedRun run) {
    return Cell.words(
        run.plan().faults().stream()
            .flatMap(List::stream)
            .map(
                fault ->
                    fault.action()
                        + " "
                        + fault.target()
                        + " after "
                        + seconds(fault.atNanos())
                        + option(", every ", fault.everyNanos())
                        + option(", for ", fault.forNanos()))
            .collect(Collectors.joining(", ")));
  }

  private static String option(String words, OptionalLong nanos) {
    return nanos.isEmpty() ? "" : words + seconds(nanos.getAsLong());
  }

  private static String seconds(long nanos) {
    return Quantities.plain(Duration.ofNanos(nanos).toMillis() / 1e3, 3) + " s";
  }

  /**
   * The share of the clients' time without pauses on purpose in operations; empty without any time.
   */
  static OptionalDouble inOperations(ComparedRun run) {
    ClientTime time = run.measured().clientTime();
    long atWork = time.totalNanos() - time.pausedNanos();
    return atWork == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) time.busyNanos() / atWork);
  }

  static Cell settings(ComparedRun run, Fact fact) {
    return Cell.words(
        deciding(run, fact).entrySet().stream()
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining(" ")));
  }

  /** Settings of servers that say whether writes are on disk before they are acknowledged. */
  static Cell durability(ComparedRun run) {
    String own = "cluster." + run.system() + ".";
    return Cell.words(
        run.plan().settings().entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(own))
            .sorted(Map.Entry.comparingByKey())
            .map(entry -> entry.getKey() + "=" + entry.getValue().value())
            .filter(setting -> SYNC.matcher(setting).find())
            .collect(Collectors.joining(" ")));
  }

  static Cell notes(ComparedRun run) {
    return Cell.words(
        run.result().system().notes().map(notes -> String.join(" ", notes)).orElse(""));
  }

  static Cell tls(ComparedRun run) {
    boolean byEndpoint =
        run.result().cluster().endpoints().stream().anyMatch(each -> each.startsWith("https:"));
    boolean bySetting =
        deciding(run, Fact.TLS).entrySet().stream()
            .filter(setting -> setting.getKey().startsWith(run.system() + "."))
            .anyMatch(setting -> !setting.getValue().equals("false"));
    return Cell.words(byEndpoint || bySetting ? "on" : "off");
  }

  static Cell verdict(ComparedRun run) {
    return Cell.words(RunLabels.verdict(run.result()));
  }
}
