package io.kvbench.reports;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.results.format.ClientUse;
import io.kvbench.results.format.ConsistencyResult;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.LimitsResult;
import io.kvbench.results.format.NetworkResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunOrigin;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.ClientResult;
import io.kvbench.results.format.RunResult.ClusterResult;
import io.kvbench.results.format.RunResult.EnvironmentResult;
import io.kvbench.results.format.RunResult.KeyCheck;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunResult.StoreUnchecked;
import io.kvbench.results.format.RunResult.SystemResult;
import io.kvbench.results.format.RunResult.ValuesRead;
import io.kvbench.results.format.RunResult.VersionCheck;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.ServerConditions;
import io.kvbench.results.format.SloResult;
import io.kvbench.results.format.StoreFindings;
import io.kvbench.results.format.Verdict;
import java.util.List;
import java.util.Optional;

/** A builder of results that differ from another one in a few parts. */
public final class ChangedResult {
  private final RunResult whole;
  private RunStatus status;
  private Optional<String> statusReason;
  private String workload;
  private SystemResult system;
  private ClusterResult cluster;
  private EnvironmentResult environment;
  private Verdict verdict;
  private Optional<List<SloResult>> slos;
  private ClientResult client;
  private ClientTime clientTime;
  private Optional<StoreCheck> storeCheck;
  private Optional<StoreUnchecked> storeUnchecked;
  private Optional<KeyCheck> keyCheck;
  private Optional<StoreUnchecked> keysUnchecked;
  private Optional<VersionCheck> versionCheck;
  private Optional<ValuesRead> valuesRead;
  private Optional<ConsistencyResult> consistency;
  private Optional<HostsResult> hosts;
  private Optional<NetworkResult> network;
  private Optional<NetworkResult> peerNetwork;
  private Optional<LimitsResult> limits;
  private List<PhaseResult> phases;

  public ChangedResult(RunResult whole) {
    this.whole = whole;
    this.status = whole.status();
    this.statusReason = whole.statusReason();
    this.workload = whole.origin().workload();
    this.system = whole.system();
    this.cluster = whole.cluster();
    this.environment = whole.environment();
    this.verdict = whole.verdict();
    this.slos = whole.slos();
    this.client = whole.use().client();
    this.clientTime = whole.use().clientTime();
    this.storeCheck = whole.store().storeCheck();
    this.storeUnchecked = whole.store().storeUnchecked();
    this.keyCheck = whole.store().keyCheck();
    this.keysUnchecked = whole.store().keysUnchecked();
    this.versionCheck = whole.store().versionCheck();
    this.valuesRead = whole.store().valuesRead();
    this.consistency = whole.store().consistency();
    this.hosts = whole.hosts();
    this.network = whole.conditions().network();
    this.peerNetwork = whole.conditions().peerNetwork();
    this.limits = whole.conditions().limits();
    this.phases = whole.phases();
  }

  ChangedResult status(RunStatus other, String reason) {
    status = other;
    statusReason = Optional.of(reason);
    return this;
  }

  ChangedResult workload(String other) {
    workload = other;
    return this;
  }

  ChangedResult system(SystemResult other) {
    system = other;
    return this;
  }

  public ChangedResult cluster(ClusterResult other) {
    cluster = other;
    return this;
  }

  ChangedResult environment(EnvironmentResult other) {
    environment = other;
    return this;
  }

  public ChangedResult verdict(Verdict other) {
    verdict = other;
    return this;
  }

  public ChangedResult slos(SloResult... others) {
    slos = Optional.of(List.of(others));
    return this;
  }

  /** Says that kvbench ran inside another program. */
  ChangedResult processShared() {
    client =
        new ClientResult(
            client.cpuNanos(),
            client.cpuNanosPerOperation(),
            client.peakResidentBytes(),
            client.gcPauseNanos(),
            Optional.of(true));
    return this;
  }

  public ChangedResult versions(VersionCheck found) {
    versionCheck = Optional.of(found);
    return this;
  }

  public ChangedResult consistency(ConsistencyResult found) {
    consistency = Optional.of(found);
    return this;
  }

  public ChangedResult values(ValuesRead read) {
    valuesRead = Optional.of(read);
    return this;
  }

  public ChangedResult clientTime(ClientTime other) {
    clientTime = other;
    return this;
  }

  public ChangedResult withoutStoreCheck() {
    storeCheck = Optional.empty();
    return this;
  }

  public ChangedResult unchecked(StoreUnchecked why) {
    storeUnchecked = Optional.of(why);
    return this;
  }

  public ChangedResult keys(KeyCheck read) {
    keyCheck = Optional.of(read);
    return this;
  }

  public ChangedResult keysUnchecked(StoreUnchecked why) {
    keysUnchecked = Optional.of(why);
    return this;
  }

  public ChangedResult hosts(HostsResult other) {
    hosts = Optional.of(other);
    return this;
  }

  public ChangedResult limits(LimitsResult other) {
    limits = Optional.of(other);
    return this;
  }

  public ChangedResult peerNetwork(NetworkResult other) {
    peerNetwork = Optional.of(other);
    return this;
  }

  public ChangedResult network(NetworkResult other) {
    network = Optional.of(other);
    return this;
  }

  public ChangedResult withoutHosts() {
    hosts = Optional.empty();
    return this;
  }

  public ChangedResult phases(List<PhaseResult> others) {
    phases = others;
    return this;
  }

  public RunResult result() {
    return new RunResult(
        whole.schema(),
        status,
        statusReason,
        new RunOrigin(workload, whole.origin().startedAt(), whole.origin().seed()),
        system,
        cluster,
        environment,
        verdict,
        slos,
        new ClientUse(client, clientTime),
        new StoreFindings(
            storeCheck,
            storeUnchecked,
            keyCheck,
            keysUnchecked,
            versionCheck,
            valuesRead,
            consistency),
        hosts,
        new ServerConditions(network, peerNetwork, limits),
        phases.stream()
            .flatMap(phase -> phase.coordination().stream())
            .reduce(CoordinationCounts::plus),
        Optional.empty(),
        phases);
  }
}
