package io.kvbench.reports.compare;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RoundTripResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.reports.files.PlanDocument.SettingDocument;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Unit;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What was set up, of one run: the conditions under which its figures came about. */
final class Facts {
  static final Set<OperationType> WRITES =
      EnumSet.of(
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.COMPARE_AND_SET,
          OperationType.DELETE,
          OperationType.TRANSACTION,
          OperationType.WATCH);

  private static final Set<OperationType> READS =
      EnumSet.of(OperationType.READ, OperationType.SCAN);
  private static final Pattern SYNC = Pattern.compile("(?i)fsync|forcesync");
  private static final List<String> TLS_SWITCHES = List.of(".tls", ".client.secure");
  private static final List<String> TLS_FILES = List.of(".cacert", ".cert");

  private Facts() {}

  static Optional<String> setting(ComparedRun run, String name) {
    return Optional.ofNullable(run.plan().settings().get(name)).map(SettingDocument::value);
  }

  /** The shares of the operations as planned, or their names where there is no plan of them. */
  static Cell operations(ComparedRun run) {
    Map<String, Double> mix = new TreeMap<>();
    run.measured().first().map(phase -> phase.name().toString()).stream()
        .flatMap(name -> run.plan().phases().stream().filter(phase -> phase.name().equals(name)))
        .forEach(phase -> mix.putAll(phase.mix()));
    mix.values().removeIf(share -> share == 0);
    if (mix.size() < 2) {
      return Cell.words(
          run.measured().types().stream().map(Enum::name).collect(Collectors.joining(", ")));
    }
    return Cell.words(
        mix.entrySet().stream()
            .map(entry -> percent(entry.getValue()) + " % " + entry.getKey())
            .collect(Collectors.joining(", ")));
  }

  private static String percent(double share) {
    return BigDecimal.valueOf(share * 100)
        .setScale(1, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  static Cell loadModel(ComparedRun run) {
    return Cell.words(
        run.measured().phases().stream()
            .map(PhaseResult::loadModel)
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
    return numbers(run, PhaseResult::clients);
  }

  static Cell connections(ComparedRun run) {
    return run.measured().phases().stream().anyMatch(phase -> phase.connections() == 0)
        ? new Cell.Absent()
        : numbers(run, PhaseResult::connections);
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

  static boolean reads(ComparedRun run) {
    return run.measured().types().stream().anyMatch(READS::contains);
  }

  static boolean writes(ComparedRun run) {
    return run.measured().types().stream().anyMatch(WRITES::contains);
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
    long busy =
        run.measured().clientTime().busyNanos() + run.measured().clientTime().reconnectNanos();
    return busy == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) run.measured().clientTime().okNanos() / busy);
  }

  /** How fresh reads were to be. What a system does by default is its own. */
  static Cell consistency(ComparedRun run) {
    if (!reads(run)) {
      return new Cell.Absent();
    }
    String asked = setting(run, "readconsistency").orElse("default");
    if (!asked.equals("default")) {
      return Cell.words(asked);
    }
    String chosen =
        setting(run, run.system() + ".defaultread").map(value -> ": " + value).orElse("");
    return Cell.words("default of " + run.system() + chosen);
  }

  static OptionalLong keyBytes(ComparedRun run) {
    return number(setting(run, "keysize"));
  }

  static OptionalLong valueBytes(ComparedRun run) {
    OptionalLong exact = number(setting(run, "valuesize"));
    OptionalLong fields = number(setting(run, "fieldcount"));
    OptionalLong length = number(setting(run, "fieldlength"));
    if (exact.isPresent()) {
      return exact;
    }
    boolean constant = setting(run, "fieldlengthdistribution").equals(Optional.of("constant"));
    return constant && fields.isPresent() && length.isPresent()
        ? OptionalLong.of(fields.getAsLong() * length.getAsLong())
        : OptionalLong.empty();
  }

  private static OptionalLong number(Optional<String> text) {
    return text.filter(digits -> digits.matches("\\d{1,18}"))
        .map(digits -> OptionalLong.of(Long.parseLong(digits)))
        .orElseGet(OptionalLong::empty);
  }

  static Cell keySize(ComparedRun run) {
    return keyBytes(run).isPresent()
        ? Cell.of(keyBytes(run), Unit.BYTES)
        : described(run, "keyprefix", "insertorder", "zeropadding");
  }

  static Cell valueSize(ComparedRun run) {
    return valueBytes(run).isPresent()
        ? Cell.of(valueBytes(run), Unit.BYTES)
        : described(run, "fieldcount", "fieldlength", "minfieldlength", "fieldlengthdistribution");
  }

  private static Cell described(ComparedRun run, String... settings) {
    return Cell.words(
        List.of(settings).stream()
            .flatMap(name -> setting(run, name).map(value -> name + "=" + value).stream())
            .collect(Collectors.joining(" ")));
  }

  static Cell clientHost(ComparedRun run) {
    RunResult.EnvironmentResult host = run.result().environment();
    long gigabytes = Math.round(host.memoryBytes() / 1e9);
    return Cell.words(
        "%s, %s, %s GB"
            .formatted(
                host.operatingSystem(),
                host.processors() == 1 ? "1 processor" : host.processors() + " processors",
                gigabytes));
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
                        + BigDecimal.valueOf(fault.atNanos() / 1_000_000, 3)
                            .stripTrailingZeros()
                            .toPlainString()
                        + " s")
            .collect(Collectors.joining(", ")));
  }

  /** The share of the clients' time without think time in operations; empty without any time. */
  static OptionalDouble inOperations(ComparedRun run) {
    ClientTime time = run.measured().clientTime();
    long atWork = time.totalNanos() - time.thinkNanos();
    return atWork == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) time.busyNanos() / atWork);
  }

  static Cell limits(ComparedRun run) {
    return described(run, "cluster.docker.cpus", "cluster.docker.memory");
  }

  /** Settings of servers that say whether writes are on disk before they are acknowledged. */
  static Cell durability(ComparedRun run) {
    String own = "cluster." + run.system() + ".";
    return Cell.words(
        new TreeMap<>(run.plan().settings())
            .entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(own))
                .filter(
                    entry -> SYNC.matcher(entry.getKey() + "=" + entry.getValue().value()).find())
                .map(entry -> entry.getKey() + "=" + entry.getValue().value())
                .collect(Collectors.joining(" ")));
  }

  static Cell notes(ComparedRun run) {
    return Cell.words(
        run.result().system().notes().map(notes -> String.join(" ", notes)).orElse(""));
  }

  static Cell tls(ComparedRun run) {
    boolean byEndpoint =
        run.result().cluster().endpoints().stream().anyMatch(each -> each.startsWith("https:"));
    boolean bySwitch =
        TLS_SWITCHES.stream()
            .anyMatch(each -> setting(run, run.system() + each).equals(Optional.of("true")));
    boolean byFile =
        TLS_FILES.stream().anyMatch(each -> setting(run, run.system() + each).isPresent());
    return Cell.words(byEndpoint || bySwitch || byFile ? "on" : "off");
  }

  static Cell verdict(ComparedRun run) {
    String validity = run.result().verdict().validity().name();
    return Cell.words(
        switch (run.result().status()) {
          case COMPLETE -> validity;
          case PARTIAL, FAILED -> validity + ", " + run.result().status().name();
        });
  }
}
