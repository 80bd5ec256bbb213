package io.kvbench.runner.run;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Secrets;
import io.kvbench.core.workload.check.ReadBack;
import io.kvbench.core.workload.setting.WorkloadSettings;
import io.kvbench.results.format.AgentResult;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.ClientUse;
import io.kvbench.results.format.ConsistencyResult.LeaseWindow;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.LimitsResult;
import io.kvbench.results.format.NetworkResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunOrigin;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.ClientResult;
import io.kvbench.results.format.RunResult.ClusterResult;
import io.kvbench.results.format.RunResult.EnvironmentResult;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunResult.StoreUnchecked;
import io.kvbench.results.format.RunResult.SystemResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.ServerConditions;
import io.kvbench.results.format.SloResult;
import io.kvbench.results.format.StoreFindings;
import io.kvbench.results.verdict.Evidence;
import io.kvbench.results.verdict.Slos;
import io.kvbench.results.verdict.VerdictRules;
import io.kvbench.runner.run.events.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The knowledge so far about a run; can be made a result of at any time. */
final class RunRecord {
  private static final String UNKNOWN = "unknown";

  private final RunPlan plan;
  private final Instant startedAt;
  private final boolean guest;
  private final List<PhaseResult> phases = new ArrayList<>();

  /** The status until the run sets another: a run that cannot even report a reason has failed. */
  private RunStatus status = RunStatus.FAILED;

  private Optional<String> abortedBy = Optional.empty();
  private Optional<String> statusReason = Optional.of("kvbench ended before the run did");
  private final ClusterRecord cluster = new ClusterRecord(UNKNOWN);
  private String clientLibrary = UNKNOWN;
  private long repeatedCompletions;
  private Optional<String> endpointHere = Optional.empty();
  private final RunRates rates = new RunRates();
  private Supplier<Optional<HostsResult>> hosts = Optional::empty;
  private Optional<NetworkResult> network = Optional.empty();
  private Supplier<Optional<NetworkResult>> peerNetwork = Optional::empty;
  private Function<Optional<HostsResult>, Optional<LimitsResult>> limits =
      hosts -> Optional.empty();
  private Supplier<Optional<List<AgentResult>>> agents = Optional::empty;
  private final StoreRecord store;

  /**
   * Begins a record.
   *
   * @param guest whether the process is not kvbench's own
   */
  RunRecord(RunPlan plan, Instant startedAt, boolean guest) {
    this.plan = plan;
    store = new StoreRecord(plan);
    this.startedAt = startedAt;
    this.guest = guest;
  }

  Instant startedAt() {
    return startedAt;
  }

  void complete() {
    status = RunStatus.COMPLETE;
    statusReason = Optional.empty();
  }

  void end(RunStatus ending, String reason) {
    status = ending;
    statusReason = Optional.of(Secrets.mask(reason));
  }

  /** Ends the run because of a threshold that is broken beyond doubt. */
  void abort(String threshold, String reason) {
    end(RunStatus.PARTIAL, reason);
    abortedBy = Optional.of(threshold);
  }

  boolean isComplete() {
    return status == RunStatus.COMPLETE;
  }

  /** Adds a cause to the reason of an early end; has no effect on a run that ended as planned. */
  void because(String cause) {
    statusReason = statusReason.map(reason -> reason + "; " + Secrets.mask(cause));
  }

  ClusterRecord cluster() {
    return cluster;
  }

  /** Takes what a binding says, which may be anybody's and say nothing. */
  void clientLibrary(@Nullable String library) {
    clientLibrary = Objects.requireNonNullElse(library, UNKNOWN);
  }

  /** Says where the figures of hosts come from; they are asked for with every result. */
  void hosts(Supplier<Optional<HostsResult>> figures) {
    hosts = figures;
  }

  /** Takes where to get the same between the servers. */
  void peerNetwork(Supplier<Optional<NetworkResult>> conditions) {
    peerNetwork = conditions;
  }

  /** Says where the figures of agents come from; they are asked for with every result. */
  void agents(Supplier<Optional<List<AgentResult>>> figures) {
    agents = figures;
  }

  /** Takes the network conditions and what was measured of them. */
  void network(Optional<NetworkResult> conditions) {
    network = conditions;
  }

  /** Says where the limits come from, and what servers made of them; asked with every result. */
  void limits(Function<Optional<HostsResult>, Optional<LimitsResult>> figures) {
    limits = figures;
  }

  /** Says which endpoint of servers that others started is an address of this machine. */
  void endpointHere(Optional<String> endpoint) {
    endpointHere = endpoint;
  }

  /** Returns what is known of the store beside the answers of the run. */
  ReadBack.Store storeBefore() {
    return new ReadBack.Store(cluster.keysBefore(), isLoaded(), plan.system().blindWrites());
  }

  /** Returns what was found of the contents of the store. */
  StoreRecord store() {
    return store;
  }

  RunRates rates() {
    return rates;
  }

  void phase(PhaseResult phase, long repeated) {
    PhaseResult measured = rates.end(phase);
    phases.add(plan.system().local() ? measured : measured.withOwnTime());
    repeatedCompletions += repeated;
  }

  /** Returns when a lease may have been held by two servers, counted from an instant. */
  List<LeaseWindow> elections(Instant origin) {
    return ElectionWindows.of(cluster.result(), phases, plan.system().local(), origin);
  }

  /** Returns the time from the beginning of the first phase to the end of the last. */
  Optional<Window> measured() {
    if (phases.isEmpty()) {
      return Optional.empty();
    }
    PhaseResult last = phases.getLast();
    return Optional.of(
        new Window(
            phases.getFirst().span().startedAt(),
            last.span().startedAt().plusNanos(last.span().wallNanos())));
  }

  RunResult result() {
    Optional<StoreCheck> storeCheck = storeCheck();
    Optional<StoreUnchecked> unchecked =
        phases.isEmpty() || storeCheck.isPresent() ? Optional.empty() : unchecked();
    StoreFindings found = store.findings(storeCheck, unchecked);
    ClusterResult servers = cluster.result();
    Optional<HostsResult> sampled = hosts.get();
    return new RunResult(
        RunResult.SCHEMA,
        status,
        statusReason,
        new RunOrigin(plan.workloadName(), startedAt, plan.workload().seed()),
        system(),
        servers,
        environment(),
        VerdictRules.judge(
            new Evidence(
                status,
                phases,
                found,
                servers,
                plan.system().local(),
                repeatedCompletions,
                records(),
                endpointHere,
                rates.list(),
                sampled,
                agents.get().orElse(List.of())),
            plan.settings()),
        thresholds(),
        new ClientUse(client(), clientTime()),
        found,
        sampled,
        new ServerConditions(network, peerNetwork.get(), limits.apply(sampled)),
        phases.stream()
            .flatMap(phase -> phase.coordination().stream())
            .reduce(CoordinationCounts::plus),
        agents.get(),
        phases);
  }

  /** A search judges its thresholds probe by probe. */
  private Optional<List<SloResult>> thresholds() {
    if (plan.phases().stream().anyMatch(phase -> phase.name() == PhaseName.PROBE)) {
      return Optional.empty();
    }
    return Slos.judge(plan.settings(), phases)
        .map(
            slos ->
                slos.stream()
                    .map(
                        slo -> abortedBy.filter(slo.text()::equals).isPresent() ? slo.ended() : slo)
                    .toList());
  }

  private Evidence.Records records() {
    return new Evidence.Records(
        Math.max(plan.workload().recordCount(), plan.workload().loadCount()),
        plan.workload().recordBytes(),
        plan.settings().find(WorkloadSettings.SAME_KEY).orElse(false),
        isLoaded() || !plan.workload().reads() ? 0 : plan.workload().loadCount());
  }

  private SystemResult system() {
    List<String> notes = plan.system().notes();
    return new SystemResult(
        plan.system().name(),
        cluster.version().orElse(UNKNOWN),
        clientLibrary,
        notes.isEmpty() ? Optional.empty() : Optional.of(notes));
  }

  private boolean isReplay() {
    return plan.workload().replay().isPresent();
  }

  /**
   * The effect of recorded transactions and updates on the number of records depends on the store.
   */
  private Optional<StoreUnchecked> unchecked() {
    return isReplay()
        ? Optional.of(new StoreUnchecked("a trace does not say how many records it makes", true))
        : cluster.unchecked();
  }

  private Optional<StoreCheck> storeCheck() {
    return isReplay()
        ? Optional.empty()
        : new RecordCount(plan, phases, isLoaded())
            .check(cluster.keysBefore(), cluster.keysAfter());
  }

  private boolean isLoaded() {
    return phases.stream().anyMatch(phase -> phase.name() == PhaseName.LOAD);
  }

  private ClientResult client() {
    long operations = phases.stream().mapToLong(PhaseResult::operationCount).sum();
    long cpuNanos = sumOfConditions(ClientCondition::cpuNanos);
    return new ClientResult(
        cpuNanos,
        operations == 0 ? 0 : cpuNanos / operations,
        ProcessMemory.peakResidentBytes(),
        sumOfConditions(ClientCondition::gcPauseNanos),
        guest ? Optional.of(true) : Optional.empty());
  }

  private long sumOfConditions(ToLongFunction<ClientCondition> part) {
    return phases.stream()
        .flatMap(phase -> phase.client().condition().stream())
        .mapToLong(part)
        .sum();
  }

  /**
   * The run's account over all its steps or probes; where the run did not begin, that of the last
   * phase.
   */
  private ClientTime clientTime() {
    return phases.stream()
        .filter(phase -> phase.name() == PhaseName.RUN || phase.name() == PhaseName.PROBE)
        .map(phase -> phase.client().clientTime())
        .reduce(ClientTime::plus)
        .or(
            () ->
                phases.isEmpty()
                    ? Optional.empty()
                    : Optional.of(phases.getLast().client().clientTime()))
        .orElse(ClientTime.none());
  }

  private static EnvironmentResult environment() {
    return new EnvironmentResult(
        Version.CURRENT,
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        ProcessMemory.machineBytes());
  }
}
