package io.kvbench.runner.run;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.server.ClientAccess;
import io.kvbench.core.server.ServerTelemetry;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.check.AcknowledgedRecords;
import io.kvbench.core.workload.replay.LostTraceException;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.cluster.StartInterruptedException;
import io.kvbench.runner.run.events.EventWatch;
import io.kvbench.runner.run.events.MetricsPoller;
import io.kvbench.runner.run.fault.FaultSettings;
import io.kvbench.runner.run.fault.RunFaults;
import io.kvbench.runner.run.hosts.HostSettings;
import io.kvbench.runner.run.hosts.HostWatch;
import io.kvbench.runner.run.hosts.HostsException;
import io.kvbench.runner.run.hosts.SampleListeners;
import io.kvbench.runner.run.limits.RunLimits;
import io.kvbench.runner.run.network.Network;
import io.kvbench.runner.run.network.NetworkException;
import io.kvbench.runner.run.network.NetworkUse;
import io.kvbench.runner.run.network.PeerNetwork;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The execution of a plan: servers, connections, phases, result. After any failure the result
 * directory is written with the measurements so far, and everything that was opened is closed. For
 * one run, on one thread.
 */
public final class BenchmarkRun {
  private final RunPlan plan;
  private final BindingProvider provider;
  private final Clusters clusters;
  private final StopSignal stop;
  private final RunListener listener;
  private final List<String> sidecar;
  private final boolean guest;
  private final NanoClock clock = NanoClock.system();
  private LoadTeam.Source teams = LoadTeam.Source.NONE;
  private final LiveLoad live = new LiveLoad(clock);
  private Optional<PhaseChooser> chooser = Optional.empty();

  /**
   * Prepares a run.
   *
   * @param stop ends the run early, from any thread
   * @param sidecar the command that runs {@code kvbench sidecar}; empty if there is none
   * @param guest whether it runs inside another program and shares its process
   */
  public BenchmarkRun(
      RunPlan plan,
      BindingProvider provider,
      Clusters clusters,
      StopSignal stop,
      RunListener listener,
      List<String> sidecar,
      boolean guest) {
    this.plan = plan;
    this.provider = provider;
    this.clusters = clusters;
    this.stop = stop;
    this.listener = listener;
    this.sidecar = List.copyOf(sidecar);
    this.guest = guest;
  }

  /** Takes who assembles agents for plans that ask for them. */
  public BenchmarkRun with(LoadTeam.Source source) {
    teams = source;
    return this;
  }

  /** Returns what changes the load during the run. */
  public LiveLoad live() {
    return live;
  }

  /** Takes what chooses the probes of a plan that has some. */
  public BenchmarkRun with(PhaseChooser probes) {
    chooser = Optional.of(probes);
    return this;
  }

  /**
   * Runs the plan.
   *
   * @param results the parent of the run's directory
   * @throws ResultDirectoryException if that directory cannot be written; nothing was started then
   */
  public RunOutcome execute(Path results) throws ResultDirectoryException {
    RunRecord record = new RunRecord(plan, clock.instant(), guest);
    ResultDirectory directory =
        ResultDirectory.create(
            results,
            record.startedAt(),
            plan.workloadName(),
            plan.system().name(),
            plan.settings().get(RunSettings.RESULTS_PERMISSIONS));
    directory.writePlan(PlanDocuments.of(plan));
    listener.directoryCreated(directory.path());
    ResultFiles files = new ResultFiles(directory, record.startedAt());
    RunResult result;
    try (files) {
      result = run(record, files);
    }
    return new RunOutcome(result, directory.path(), files.unwritten());
  }

  /** Runs the plan and writes nothing down, the servers' logs neither; hosts are not sampled. */
  public RunResult executeWithoutFiles() {
    return run(new RunRecord(plan, clock.instant(), guest), new RunFiles.NoFiles());
  }

  private RunResult run(RunRecord record, RunFiles files) {
    Optional<RunHistory> history = RunHistory.of(plan, clock, files, record);
    RunContext run =
        new RunContext(plan, clock, stop, listener, live, chooser, record, files, history);
    try (ResourceStack whole = new ResourceStack()) {
      history.ifPresent(recorded -> whole.add(recorded::close));
      perform(run);
      history.ifPresent(recorded -> check(recorded, record));
    } catch (RuntimeException | Error e) {
      files.write(record.result());
      throw e;
    }
    RunResult result = record.result();
    files.write(result);
    return result;
  }

  /** Checks the history when the servers have stopped, whose events say when there was a leader. */
  private void check(RunHistory history, RunRecord record) {
    if (stop.isGiven()) {
      history.omit("the run was interrupted");
    } else {
      listener.stage("checking the answers");
    }
    Interruption scope = new Interruption(stop);
    try {
      record.store().consistency(history.check(record));
    } finally {
      scope.close();
    }
  }

  /** Carries the run out; how it ended is in the record. */
  private void perform(RunContext run) {
    RunRecord record = run.record();
    try (ResourceStack parts = new ResourceStack()) {
      perform(run, parts);
    } catch (ClusterException | BindingException | HostsException e) {
      record.end(RunStatus.FAILED, String.valueOf(e.getMessage()));
    } catch (NetworkException e) {
      e.measured().ifPresent(measured -> record.network(Optional.of(measured)));
      record.end(RunStatus.FAILED, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      record.end(
          RunStatus.PARTIAL,
          "interrupted before the first phase"
              + (e instanceof StartInterruptedException told ? ": " + told.getMessage() : ""));
    } catch (RuntimeException | Error e) {
      Optional<String> lost = LostTraceException.messageIn(e);
      record.end(
          RunStatus.FAILED,
          lost.orElseGet(
              () -> SmallHeap.isCauseOf(e) ? SmallHeap.sentence() : "internal error: " + e));
      if (lost.isEmpty()) {
        throw e;
      }
    }
  }

  /** Opens one part of the run after the other, carries the phases out, and checks the store. */
  private void perform(RunContext run, ResourceStack parts)
      throws ClusterException,
          BindingException,
          HostsException,
          NetworkException,
          InterruptedException {
    RunRecord record = run.record();
    HostWatch hosts = hosts(run.files());
    parts.add(hosts::close);
    Interruption untilStarted = new Interruption(stop);
    parts.add(untilStarted::close);
    record.hosts(hosts::result);
    hosts.followRemote(plan.settings());
    ClusterRequest asked = request();
    PeerNetwork peers = peers();
    parts.add(peers::close);
    record.peerNetwork(peers::result);
    ClusterRequest request =
        asked.use().peers().isEmpty() ? asked : asked.with(asked.use().with(peers));
    Cluster cluster = clusters.start(request);
    EventWatch events = EventWatch.over(cluster, telemetry(cluster, request), plan.settings());
    parts.add(() -> stopServers(cluster, events, run));
    record.cluster().started(cluster, plan.settings());
    record.endpointHere(LocalEndpoints.firstOf(cluster.endpoints()));
    RunFaults faults = RunFaults.of(plan, cluster, clock);
    RunLimits limits = RunLimits.over(cluster, plan.settings(), clock, events::add, listener::note);
    parts.add(limits::close);
    record.limits(limits::result);
    parts.add(() -> endSampling(hosts));
    hosts.servers(cluster);
    Network network = network(cluster);
    parts.add(network::close);
    record.network(network.result());
    Optional<LoadTeam> team = teams.assemble(plan, stop, listener, run.files()::keepLogs);
    team.ifPresent(agents -> parts.add(agents::close));
    team.ifPresent(agents -> record.agents(() -> Optional.of(agents.results())));
    StoreConnections connections = connections(cluster, network, team);
    parts.add(() -> close(connections, record));
    record.clientLibrary(connections.openFirst().clientLibrary());
    network.closeSoftly();
    faults.connect(network, peers.network(), connections::servers);
    record.cluster().roundTrips(new RoundTrips(clock).of(cluster.endpoints()));
    record.cluster().before(connections.servers());
    if (team.isPresent()) {
      prepare(team.get(), cluster, network, hosts);
    }
    hosts.awaitBegun();
    untilStarted.close();
    AcknowledgedRecords book = plan.workload().recordBook(plan.system().promises());
    PhaseSequence phases =
        new PhaseSequence(
            run.with(new ClientsListener(listener, hosts)), connections, team, faults, book);
    measure(phases, events);
    LostNodes.of(cluster, faults.killed()).forEach(record::because);
    cluster.troubles().forEach(record::because);
    cluster.troubles().forEach(listener::note);
    network.lost().ifPresent(record::because);
    peers.network().lost().ifPresent(record::because);
    record.network(network.result());
    new FinalChecks(run, connections, team, book).perform();
  }

  private ClusterRequest request() throws ClusterException, InterruptedException {
    ClusterRequest request =
        ClusterRequest.of(provider, plan.system(), plan.endpoints(), plan.settings())
            .with(FaultSettings.servers(plan.settings()));
    if (plan.endpoints().isEmpty() && !plan.system().local()) {
      listener.stage("starting " + clusters.intent(request));
    }
    return request;
  }

  private PeerNetwork peers() {
    return new PeerNetwork(
        plan,
        FaultSettings.peers(plan.settings()),
        () -> listener.stage("measuring network conditions between servers"),
        listener::note);
  }

  private static ServerTelemetry telemetry(Cluster cluster, ClusterRequest request) {
    return cluster.secured().map(SystemServers::telemetry).orElseGet(request::telemetry);
  }

  /** Returns the settings of the clients: with those that the servers that were started need. */
  private Settings settings(Cluster cluster) {
    Assignments access = new Assignments();
    cluster
        .secured()
        .map(SystemServers::access)
        .orElse(ClientAccess.OPEN)
        .settings()
        .forEach((name, text) -> access.add(name, text, Origin.of("the servers")));
    return plan.settings().with(access, plan.system().settings());
  }

  /** Starts to sample before the servers are started, so that nothing waits for it. */
  private HostWatch hosts(RunFiles files) {
    Optional<Duration> every = HostSettings.every(plan.settings(), plan.system().local());
    Optional<ResultDirectory> directory = files.directory();
    SampleListeners followers = new SampleListeners(listener::sampled, listener::note);
    if (every.isEmpty() || sidecar.isEmpty() || directory.isEmpty()) {
      return HostWatch.of(directory, clock, followers);
    }
    try {
      return HostWatch.start(sidecar, every.get(), directory.get(), clock, followers);
    } catch (IOException e) {
      listener.note("Hosts are not sampled (hosts.every): " + FileReason.of(e));
      return HostWatch.of(directory, clock, followers);
    }
  }

  /** Hosts are sampled for as long as there are connections. */
  private void endSampling(HostWatch hosts) {
    hosts.close();
    hosts.troubles().forEach(listener::note);
  }

  private void stopServers(Cluster cluster, EventWatch events, RunContext run) {
    run.files().write(run.record().result());
    boolean ours = plan.endpoints().isEmpty() && !plan.system().local();
    if (ours && cluster.keptNotice().isEmpty()) {
      listener.stage("stopping " + plan.system().title());
    }
    cluster.stop();
    run.record().cluster().stopped(cluster);
    if (!cluster.nodes().isEmpty()) {
      run.record()
          .measured()
          .ifPresent(window -> run.record().cluster().events(events.found(window)));
    }
    run.files().keepLogs(cluster.logs());
    cluster.keptNotice().ifPresent(listener::note);
    cluster.close();
  }

  private Network network(Cluster cluster) throws NetworkException, InterruptedException {
    NetworkUse use = FaultSettings.network(plan.settings());
    if (Network.isNeeded(plan, use)) {
      listener.stage("measuring network conditions");
    }
    return Network.open(plan, use, cluster.endpoints(), Optional.empty(), listener::note);
  }

  private StoreConnections connections(Cluster cluster, Network network, Optional<LoadTeam> team)
      throws InterruptedException {
    listener.stage("connecting to " + cluster.description());
    for (String refused : RefusedEndpoints.among(plan.endpoints())) {
      listener.note(
          "%s: connection refused; retrying for up to %s s (connect.timeout)"
              .formatted(
                  refused,
                  BigDecimal.valueOf(plan.connectTimeout().toMillis(), 3)
                      .stripTrailingZeros()
                      .toPlainString()));
    }
    return new StoreConnections(
        plan, settings(cluster), provider, network.route(), team.isPresent(), stop, listener);
  }

  private static void close(StoreConnections connections, RunRecord record) {
    try {
      connections.close();
    } catch (InterruptedException e) {
      if (record.isComplete()) {
        record.end(RunStatus.PARTIAL, "interrupted while connections were being closed");
      }
    }
  }

  private void prepare(LoadTeam team, Cluster cluster, Network network, HostWatch hosts)
      throws BindingException, InterruptedException {
    live.refuse("agents carry the load, which can only be changed in a run without them");
    listener.stage("preparing agents");
    hosts.agents(team.processes(), hosts.every().map(team::sample).orElse(List.of()));
    team.prepare(settings(cluster), network.route().addresses());
  }

  private void measure(PhaseSequence phases, EventWatch events) throws BindingException {
    MetricsPoller looks = events.look(clock);
    try {
      phases.perform();
    } finally {
      if (stop.isGiven()) {
        looks.abandon();
      } else {
        looks.close();
      }
    }
  }
}
