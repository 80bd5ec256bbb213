package io.kvbench.reports.html;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.result.FaultResult;
import io.kvbench.core.result.FaultResult.RecoveryResult;
import io.kvbench.core.result.FaultWindows;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.Percentile;
import io.kvbench.core.result.PhasePart;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.ProcessUse;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunResult.KeyCheck;
import io.kvbench.core.result.RunResult.StoreCheck;
import io.kvbench.core.result.ServerResult;
import io.kvbench.core.result.TimeResult;
import io.kvbench.reports.text.Quantities;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures of a run as tables. */
final class RunTables {
  private static final String UNKNOWN = "–";
  private static final List<String> PHASES =
      List.of(
          "phase",
          "time",
          "clients",
          "connections",
          "operations",
          "OK",
          "errors",
          "OK/s",
          "best second",
          "worst second",
          "under way",
          "drain",
          "ended in it");
  private static final List<String> TIMES =
      List.of(
          "operation",
          "count",
          "p10",
          "p25",
          "p50",
          "p75",
          "p90",
          "p95",
          "p99",
          "p99.9",
          "p99.99",
          "max",
          "mean");
  private static final List<String> USES =
      List.of(
          "process",
          "CPU",
          "CPU at most",
          "memory at most",
          "read",
          "written",
          "threads",
          "files on disk",
          "seen for");
  private static final List<String> RECOVERY =
      List.of(
          "fault",
          "server",
          "was",
          "after",
          "operation",
          "OK/s before",
          "first success",
          "earlier rate",
          "longest silence",
          "errors");

  private final RunResult result;
  private final Markup page;

  RunTables(RunResult result, Markup page) {
    this.result = result;
    this.page = page;
  }

  void render() {
    table("Phases", PHASES, result.phases().stream().map(RunTables::phase).toList());
    for (PhaseResult phase : result.phases()) {
      String name = RunFigures.nameOf(phase);
      boolean open = phase.offeredPerSecond().isPresent();
      table("Response times, " + name, TIMES, times(phase, false));
      if (open) {
        table("Service times, " + name, TIMES, times(phase, true));
      }
    }
    words("Operations not answered OK", List.of("phase and operation", "what", "count"), others());
    words(
        "Messages behind errors",
        List.of("phase and operation", "kind", "message", "count"),
        messages());
    words("Faults, and how it came back", RECOVERY, faults());
    words(
        "Fault windows, and the time outside of them",
        List.of("phase", "part", "from and to", "operations", "errors"),
        faultWindows());
    words(
        "Servers at the end",
        List.of("server", "version", "leads", "keys", "on disk", "remarks"),
        servers());
    table("Servers and kvbench over all phases", USES, uses());
    table("Store", List.of("", "keys"), store());
  }

  private void table(String caption, List<String> header, List<List<String>> rows) {
    table(caption, "figures", header, rows);
  }

  private void words(String caption, List<String> header, List<List<String>> rows) {
    table(caption, "words", header, rows);
  }

  private void table(String caption, String classes, List<String> header, List<List<String>> rows) {
    if (!rows.isEmpty()) {
      page.table(caption, classes, header, rows);
    }
  }

  private static List<String> phase(PhaseResult phase) {
    return List.of(
        RunFigures.nameOf(phase),
        Quantities.elapsed(phase.wallNanos()),
        Quantities.count(phase.clients()),
        Quantities.connections(phase.connections()),
        Quantities.count(phase.operationCount()),
        Quantities.count(phase.okCount()),
        Quantities.count(phase.errorCount()),
        Quantities.rate(phase.throughputPerSecond()),
        rate(phase.maxThroughputPerSecond()),
        rate(phase.minThroughputPerSecond()),
        Quantities.rate(phase.meanConcurrency()),
        phase.drain().map(drain -> Quantities.elapsed(drain.nanos())).orElse(UNKNOWN),
        phase.drain().map(drain -> Quantities.count(drain.operations())).orElse(UNKNOWN));
  }

  private static String rate(OptionalDouble perSecond) {
    return perSecond.isPresent() ? Quantities.rate(perSecond.getAsDouble()) : UNKNOWN;
  }

  private static List<List<String>> times(PhaseResult phase, boolean service) {
    List<List<String>> rows = new ArrayList<>();
    new TreeMap<>(phase.operations())
        .forEach(
            (type, operation) ->
                rows.add(times(type, service ? operation.service() : operation.response())));
    return rows;
  }

  private static List<String> times(OperationType type, TimeResult times) {
    List<String> row = new ArrayList<>(List.of(type.name(), Quantities.count(times.count())));
    Percentile.ALL.stream()
        .map(
            percentile ->
                percentile.isKnown(times) ? Quantities.micros(percentile.micros(times)) : UNKNOWN)
        .forEach(row::add);
    Stream.of(times.maxMicros(), times.meanMicros())
        .map(micros -> times.count() == 0 ? UNKNOWN : Quantities.micros(micros))
        .forEach(row::add);
    return row;
  }

  private List<List<String>> others() {
    List<List<String>> rows = new ArrayList<>();
    for (PhaseResult phase : result.phases()) {
      new TreeMap<>(phase.operations())
          .forEach(
              (type, operation) ->
                  counts(operation)
                      .forEach(
                          (status, count) ->
                              rows.add(
                                  List.of(
                                      RunFigures.nameOf(phase) + ", " + type,
                                      status,
                                      Quantities.count(count)))));
    }
    return rows;
  }

  private static Map<String, Long> counts(OperationResult operation) {
    Map<String, Long> counts = new TreeMap<>();
    operation.outcomes().forEach((outcome, count) -> counts.put(outcome.name(), count));
    operation.errors().forEach((kind, count) -> counts.put(kind.name(), count));
    counts.remove("OK");
    counts.values().removeIf(count -> count == 0);
    return counts;
  }

  private List<List<String>> messages() {
    return result.phases().stream()
        .flatMap(
            phase ->
                phase.errorMessages().stream()
                    .map(
                        message ->
                            List.of(
                                RunFigures.nameOf(phase) + ", " + message.operation(),
                                message.kind().name(),
                                message.message(),
                                Quantities.count(message.count()))))
        .toList();
  }

  private List<List<String>> faults() {
    return result.phases().stream()
        .flatMap(phase -> phase.faults().orElse(List.of()).stream())
        .flatMap(fault -> fault.recovery().stream().map(recovery -> fault(fault, recovery)))
        .toList();
  }

  private static List<String> fault(FaultResult fault, RecoveryResult recovery) {
    String errors =
        new TreeMap<>(recovery.errors())
            .entrySet().stream()
                .map(entry -> entry.getKey() + " " + Quantities.count(entry.getValue()))
                .collect(Collectors.joining(", "));
    return List.of(
        fault.fault(),
        fault.node(),
        fault.role(),
        Quantities.elapsed(fault.phaseNanos()),
        recovery.operation().name(),
        Quantities.rate(recovery.okPerSecondBefore()),
        millis(recovery.firstSuccessMillis()),
        millis(recovery.recoveredMillis()),
        millis(OptionalLong.of(recovery.silenceMillis())),
        errors.isEmpty() ? "none" : errors);
  }

  private List<List<String>> faultWindows() {
    return result.phases().stream()
        .flatMap(
            phase ->
                phase.faultWindows().map(parts -> parts(RunFigures.nameOf(phase), parts)).stream())
        .flatMap(List::stream)
        .toList();
  }

  private static List<List<String>> parts(String phase, FaultWindows parts) {
    String times =
        parts.windows().stream()
            .map(
                window ->
                    Quantities.elapsed(window.fromNanos())
                        + " to "
                        + Quantities.elapsed(window.toNanos()))
            .collect(Collectors.joining(", "));
    return List.of(
        part(phase, "inside", times, parts.inside()),
        part(phase, "outside", "the rest of the phase", parts.outside()));
  }

  private static List<String> part(String phase, String name, String times, PhasePart part) {
    return List.of(
        phase,
        name,
        times,
        Quantities.count(part.operationCount()),
        Quantities.count(part.errorCount()));
  }

  private static String millis(OptionalLong millis) {
    return millis.isPresent() ? Quantities.duration(millis.getAsLong() * 1_000_000) : "not seen";
  }

  private List<List<String>> servers() {
    return result.cluster().askedServers().stream().map(RunTables::server).toList();
  }

  private static List<String> server(ServerResult server) {
    String details =
        Stream.concat(
                server.problem().stream(),
                server.details().entrySet().stream()
                    .map(entry -> entry.getKey() + " " + entry.getValue()))
            .collect(Collectors.joining(", "));
    return List.of(
        server.name().map(name -> name + " ").orElse("") + server.endpoint(),
        server.version().orElse(UNKNOWN),
        server.leader() ? "yes" : "no",
        count(server.keysFound()),
        bytes(server.diskBytes()),
        details);
  }

  private List<List<String>> uses() {
    return result.hosts().flatMap(hosts -> hosts.overall()).stream()
        .flatMap(
            span ->
                Stream.concat(span.nodes().stream(), span.client().stream())
                    .map(use -> use(use, span.wallNanos())))
        .toList();
  }

  /** What grew in less than half of the time would be read as what grew in all of it. */
  private static List<String> use(ProcessUse use, long wallNanos) {
    boolean enough = use.coveredNanos() >= wallNanos / 2;
    return List.of(
        use.name(),
        percent(use.cpuPercentMean()),
        percent(use.cpuPercentMax()),
        bytes(use.residentBytesMax()),
        enough ? bytes(use.readBytes()) : UNKNOWN,
        enough ? bytes(use.writtenBytes()) : UNKNOWN,
        count(use.threadsMax()),
        bytes(use.dataBytesMax()),
        String.format(Locale.ROOT, "%.1f of %.1f s", use.coveredNanos() / 1e9, wallNanos / 1e9));
  }

  private List<List<String>> store() {
    List<List<String>> rows = new ArrayList<>();
    result.storeCheck().map(RunTables::counts).ifPresent(rows::addAll);
    result.storeUnchecked().ifPresent(why -> rows.add(List.of(why.reason(), UNKNOWN)));
    result.keyCheck().map(RunTables::keys).ifPresent(rows::addAll);
    result
        .keysUnchecked()
        .ifPresent(why -> rows.add(List.of("not read back: " + why.reason(), UNKNOWN)));
    return rows;
  }

  private static List<List<String>> keys(KeyCheck check) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("inserted or deleted, or from before", Quantities.count(check.keysKnown())));
    rows.add(List.of("read back", Quantities.count(check.keysRead())));
    rows.add(List.of("acknowledged and missing", Quantities.count(check.keysMissing())));
    check.firstMissing().forEach(key -> rows.add(List.of("missing: " + key, UNKNOWN)));
    rows.add(List.of("deleted and still there", Quantities.count(check.keysUndeleted())));
    rows.add(List.of("of others at least", count(check.keysForeign())));
    rows.add(List.of("expected from before and absent", Quantities.count(check.keysAbsent())));
    rows.add(List.of("not readable", Quantities.count(check.keysFailed())));
    return rows;
  }

  private static List<List<String>> counts(StoreCheck check) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("before", Quantities.count(check.keysBefore())));
    rows.add(List.of("acknowledged", Quantities.count(check.keysAcknowledged())));
    rows.add(List.of("found", Quantities.count(check.keysFound())));
    rows.add(List.of("left open by errors", Quantities.count(check.keysUncertain())));
    check
        .keysOverwritten()
        .ifPresent(count -> rows.add(List.of("overwritten by inserts", Quantities.count(count))));
    return rows;
  }

  private static String percent(OptionalDouble figure) {
    return figure.isPresent() ? Quantities.percent(figure.getAsDouble(), 100) : UNKNOWN;
  }

  private static String bytes(OptionalLong figure) {
    return figure.isPresent() ? Quantities.bytes(figure.getAsLong()) : UNKNOWN;
  }

  private static String count(OptionalLong figure) {
    return figure.isPresent() ? Quantities.count(figure.getAsLong()) : UNKNOWN;
  }
}
