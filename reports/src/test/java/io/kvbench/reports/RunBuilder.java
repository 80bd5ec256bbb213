package io.kvbench.reports;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.Drain;
import io.kvbench.core.measure.PoolUse;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.LoadProfile;
import io.kvbench.core.workload.Workload;
import io.kvbench.results.directory.PlanDocument;
import io.kvbench.results.directory.PlanDocument.PhaseDocument;
import io.kvbench.results.directory.PlanDocument.SettingDocument;
import io.kvbench.results.format.ClientSide;
import io.kvbench.results.format.ClientUse;
import io.kvbench.results.format.ConnectionUse;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.Incidents;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseLoad;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseResult.ErrorMessage;
import io.kvbench.results.format.PhaseSpan;
import io.kvbench.results.format.RateResult;
import io.kvbench.results.format.RoundTripResult;
import io.kvbench.results.format.RunOrigin;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.ServerConditions;
import io.kvbench.results.format.ServerEvents;
import io.kvbench.results.format.ServerResult;
import io.kvbench.results.format.StoreFindings;
import io.kvbench.results.format.TimeResult;
import io.kvbench.results.format.Verdict;
import io.kvbench.results.verdict.VerdictSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** A builder of runs with one phase and one type of operation from a few figures. */
public final class RunBuilder {
  /** As bindings and clusters declare them. */
  private static final Map<String, Fact> OF_OTHER_MODULES =
      Map.of(
          "etcd.tls",
          Fact.TLS,
          "etcd.cacert",
          Fact.TLS,
          "limit.cpus",
          Fact.LIMITS,
          "net.latency",
          Fact.NETWORK);

  private final String system;
  private final Map<String, SettingDocument> settings = new LinkedHashMap<>();
  private final List<ErrorMessage> messages = new ArrayList<>();
  private final Map<ErrorKind, Long> errors = new LinkedHashMap<>();
  private final List<Verdict.Reason> reasons = new ArrayList<>();
  private Instant start = PhaseFixtures.START;
  private OptionalLong requests = OptionalLong.empty();
  private String version = "1.0";
  private String workload = "write1m";
  private PhaseName phase = PhaseName.RUN;
  private Optional<Drain> drain = Optional.empty();
  private OperationType type = OperationType.INSERT;
  private Outcome outcome = Outcome.OK;
  private int clients = 100;
  private int connections = 10;
  private int nodes = 3;
  private double seconds = 10;
  private double maxPerSecond;
  private double minPerSecond;
  private TimeResult times = TimeFixtures.none();
  private OptionalLong diskBytes = OptionalLong.empty();
  private Optional<List<String>> notes = Optional.empty();
  private Optional<LongFunction<HostsResult>> hosts = Optional.empty();
  private Optional<ServerEvents> events = Optional.empty();
  private Optional<List<RoundTripResult>> roundTrips = Optional.empty();
  private String operatingSystem = "Linux 6.1.0";
  private String library;
  private Optional<StoreCheck> storeCheck = Optional.empty();
  private Optional<String> failure = Optional.empty();
  private Optional<PoolUse> pool = Optional.empty();

  public RunBuilder(String system) {
    this.system = system;
    library = "library of " + system;
    set("keysize", "256").set("valuesize", "1024").set("readconsistency", "default");
  }

  /** Sets when the run began, instead of {@link PhaseFixtures#START}. */
  public RunBuilder began(Instant at) {
    start = at;
    return this;
  }

  /** Sets the number of requests in the plan, instead of that of all operations. */
  public RunBuilder planned(long number) {
    requests = OptionalLong.of(number);
    return this;
  }

  /** Sets the name of its phase, instead of that of a run. */
  public RunBuilder phase(PhaseName name) {
    phase = name;
    return this;
  }

  public RunBuilder library(String text) {
    library = text;
    return this;
  }

  public RunBuilder stored(StoreCheck found) {
    storeCheck = Optional.of(found);
    return this;
  }

  public RunBuilder version(String text) {
    version = text;
    return this;
  }

  public RunBuilder workload(String name, OperationType operations) {
    workload = name;
    type = operations;
    return this;
  }

  public RunBuilder clients(int number, int onConnections) {
    clients = number;
    connections = onConnections;
    return this;
  }

  public RunBuilder grown(PoolUse use) {
    pool = Optional.of(use);
    return this;
  }

  public RunBuilder nodes(int number) {
    nodes = number;
    return this;
  }

  /** Sets the length of the run, and its best and its worst second. */
  public RunBuilder lasting(double wallSeconds, double best, double worst) {
    seconds = wallSeconds;
    maxPerSecond = best;
    minPerSecond = worst;
    return this;
  }

  /** Lets the last seconds be a drain in which so many of the operations were answered OK. */
  public RunBuilder drained(double drainSeconds, long ok) {
    drain =
        Optional.of(
            new Drain((long) (drainSeconds * 1e9), ok, ok, Map.of(type, ok), 0, 2_000_000_000L));
    return this;
  }

  /** Sets the times of all operations that were answered, and what the answer was. */
  public RunBuilder answered(Outcome what, TimeResult after) {
    outcome = what;
    times = after;
    return this;
  }

  public RunBuilder failed(ErrorKind kind, String message, long count) {
    errors.merge(kind, count, Long::sum);
    messages.add(new ErrorMessage(type, kind, message, count));
    return this;
  }

  public RunBuilder disk(long bytesOfEach) {
    diskBytes = OptionalLong.of(bytesOfEach);
    return this;
  }

  public RunBuilder away(long minMicros) {
    roundTrips =
        Optional.of(
            List.of(
                new RoundTripResult(
                    "10.0.0.1:2379",
                    7,
                    7,
                    OptionalLong.of(minMicros),
                    OptionalLong.of(2 * minMicros))));
    return this;
  }

  public RunBuilder set(String name, String value) {
    return set(name, value, Optional.empty());
  }

  /** Sets a setting that names a file with this digest. */
  public RunBuilder set(String name, String value, Optional<String> sha256) {
    Optional<Setting<?>> declared = declared(name);
    Optional<Fact> decides =
        declared.isPresent()
            ? declared.get().decides()
            : Optional.ofNullable(OF_OTHER_MODULES.get(name));
    settings.put(
        name,
        new SettingDocument(
            value,
            Optional.of("-p " + name),
            declared.flatMap(Setting::affects).map(Affects::toString),
            decides.map(Fact::toString),
            sha256));
    return this;
  }

  private static Optional<Setting<?>> declared(String name) {
    return Stream.of(Workload.settings(), RunSettings.all(), VerdictSettings.all())
        .<Setting<?>>flatMap(List::stream)
        .filter(setting -> setting.name().equals(name))
        .findFirst();
  }

  /** The planned profile of keys, values and consistency. */
  private LoadProfile profile() {
    Assignments given = new Assignments().add("recordcount", "1", Origin.of("a test"));
    settings.forEach(
        (name, setting) -> {
          if (setting.decides().isPresent() && name.matches("(key|value|read).*")) {
            given.add(name, setting.value(), Origin.of("-p " + name));
          }
        });
    Problems problems = new Problems();
    return Workload.from(Settings.resolve(given, Workload.settings(), problems), 0, problems)
        .orElseThrow(() -> new AssertionError(problems.list()))
        .profile();
  }

  public RunBuilder noting(String note) {
    notes = Optional.of(List.of(note));
    return this;
  }

  /** Sets what the servers did. */
  public RunBuilder events(ServerEvents seen) {
    events = Optional.of(seen);
    return this;
  }

  public RunBuilder host(String name) {
    operatingSystem = name;
    return this;
  }

  /** Sets what hosts used, by how long the run took. */
  public RunBuilder used(LongFunction<HostsResult> byWallNanos) {
    hosts = Optional.of(byWallNanos);
    return this;
  }

  /** Makes the run end early. */
  public RunBuilder broken(String reason) {
    failure = Optional.of(reason);
    return this;
  }

  public RunBuilder invalid(String check) {
    reasons.add(new Verdict.Reason(check, "seen", "expected"));
    return this;
  }

  public PlanDocument plan() {
    PhaseDocument planned =
        new PhaseDocument(
            phase.toString(),
            Optional.empty(),
            clients,
            connections,
            "closed loop",
            OptionalDouble.empty(),
            OptionalLong.of(requests.orElse(times.count() + failures())),
            OptionalLong.empty(),
            false,
            Map.of(type.name(), 1.0));
    return new PlanDocument(
        PlanDocument.SCHEMA,
        workload,
        system,
        1,
        Optional.of(profile()),
        List.of(planned),
        Optional.empty(),
        settings,
        List.of());
  }

  public RunResult result() {
    PhaseResult measured = measured();
    Verdict verdict =
        new Verdict(
            reasons.isEmpty() ? Verdict.Validity.VALID : Verdict.Validity.INVALID,
            reasons,
            Optional.empty());
    return new RunResult(
        RunResult.SCHEMA,
        failure.isPresent() ? RunStatus.FAILED : RunStatus.COMPLETE,
        failure,
        new RunOrigin(workload, start, 1),
        new RunResult.SystemResult(system, version, library, notes),
        new RunResult.ClusterResult(
            "external",
            nodes,
            "servers of yours",
            List.of("10.0.0.1:2379"),
            Optional.of(servers()),
            OptionalLong.empty(),
            events,
            roundTrips,
            Optional.empty()),
        new RunResult.EnvironmentResult("0.1.0", "25.0.1", operatingSystem, 16, 32_212_254_720L),
        verdict,
        Optional.empty(),
        new ClientUse(
            new RunResult.ClientResult(38_000_000_000L, 38_000, 260_046_848, 0, Optional.empty()),
            measured.client().clientTime()),
        new StoreFindings(
            storeCheck,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()),
        hosts.map(used -> used.apply(measured.span().wallNanos())),
        new ServerConditions(Optional.empty(), Optional.empty(), Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        List.of(measured));
  }

  private List<ServerResult> servers() {
    List<ServerResult> servers = new ArrayList<>();
    for (int node = 1; node <= nodes; node++) {
      servers.add(
          new ServerResult(
              "10.0.0." + node + ":2379",
              Optional.empty(),
              Optional.of(version),
              node == 1,
              OptionalLong.empty(),
              diskBytes,
              OptionalLong.empty(),
              OptionalLong.empty(),
              Map.of(),
              Optional.empty()));
    }
    return servers;
  }

  private long failures() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  private PhaseResult measured() {
    long wall = Math.round(seconds * 1e9);
    long count = times.count() + failures();
    Map<Outcome, Long> outcomes = Map.of(outcome, times.count());
    boolean ok = outcome == Outcome.OK;
    OperationResult operation =
        new OperationResult(
            count,
            outcomes,
            errors,
            ok ? times : TimeFixtures.none(),
            ok ? times : TimeFixtures.none(),
            ok ? Map.of() : Map.of(outcome.name(), TimeFixtures.both(times)));
    long window = wall - drain.map(Drain::nanos).orElse(0L);
    long answered = times.count() - drain.map(Drain::operations).orElse(0L);
    double rate = ok ? answered * 1e9 / window : 0;
    return new PhaseResult(
        phase,
        Optional.empty(),
        new PhaseSpan(start, wall, drain),
        new PhaseLoad(clients, connections, "closed loop"),
        new RateResult(
            count,
            OptionalDouble.empty(),
            rate,
            OptionalDouble.of(maxPerSecond == 0 ? rate : maxPerSecond),
            OptionalDouble.of(
                minPerSecond == 0 && failures() == 0 && maxPerSecond == 0 ? rate : minPerSecond),
            clientTime(wall).busyNanos() / (double) window),
        Map.of(type, operation),
        TimeFixtures.none(),
        messages,
        new ClientSide(clientTime(wall), Optional.empty()),
        new Incidents(Optional.empty(), Optional.empty(), Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        new ConnectionUse(Optional.empty(), Optional.empty(), OptionalLong.empty()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        pool);
  }

  /**
   * Time outside of answers was spent on errors where there were some, and else in kvbench itself.
   */
  private ClientTime clientTime(long wall) {
    long total = clients * wall;
    TimeHistogram answered = times.times();
    long busy = Math.min(total, Math.round(answered.count() * answered.meanNanos()));
    long rest = total - busy;
    Map<ErrorKind, Long> errorNanos = new LinkedHashMap<>();
    errors.keySet().stream().limit(1).forEach(kind -> errorNanos.put(kind, rest));
    return new ClientTime(
        total,
        outcome == Outcome.OK ? busy : 0,
        outcome == Outcome.OK ? Map.of() : Map.of(outcome, busy),
        errorNanos,
        0,
        OptionalLong.of(0),
        0,
        0,
        0,
        errorNanos.isEmpty() ? rest : 0);
  }
}
