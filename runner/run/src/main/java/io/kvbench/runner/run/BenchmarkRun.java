package io.kvbench.runner.run;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.engine.EngineLimits;
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
import io.kvbench.core.workload.LostTraceException;
import io.kvbench.core.workload.RecordBook;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.cluster.ServerUse;
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
 * Carries a plan out: servers, connections, phases, result. Whatever goes wrong on the way, the
 * result directory is written with what was measured until then, and everything that was opened is
 * closed. For one run, on one thread.
 */
public final class BenchmarkRun {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

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
   * @param guest whether it is inside another program, whose process it does not have for itself
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
   * @param results the directory in which the run gets a directory of its own
   * @throws ResultDirectoryException if that directory cannot be written; nothing was started then
   */
  public RunOutcome execute(Path results) throws ResultDirectoryException {
    RunRecord run = new RunRecord(plan, clock.instant(), guest);
    ResultDirectory directory =
        ResultDirectory.create(
            results,
            run.startedAt(),
            plan.workloadName(),
            plan.system().name(),
            plan.settings().get(RunSettings.RESULTS_PERMISSIONS));
    directory.writePlan(PlanDocuments.of(plan));
    listener.directoryCreated(directory.path());
    ResultFiles files = new ResultFiles(directory, run.startedAt());
    RunResult result;
    try (files) {
      result = run(run, files);
    }
    return new RunOutcome(result, directory.path(), files.unwritten());
  }

  /** Runs the plan and writes nothing down, the servers' logs neither; hosts are not sampled. */
  public RunResult executeWithoutFiles() {
    return run(new RunRecord(plan, clock.instant(), guest), new RunFiles.NoFiles());
  }

  private RunResult run(RunRecord run, RunFiles files) {
    try {
      withServers(run, files);
    } catch (ClusterException | BindingException | HostsException e) {
      run.end(RunStatus.FAILED, String.valueOf(e.getMessage()));
    } catch (NetworkException e) {
      e.measured().ifPresent(measured -> run.network(Optional.of(measured)));
      run.end(RunStatus.FAILED, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      run.end(
          RunStatus.PARTIAL,
          "interrupted before the first phase"
              + (e instanceof StartInterruptedException told ? ": " + told.getMessage() : ""));
    } catch (RuntimeException | Error e) {
      Optional<String> lost = LostTraceException.messageIn(e);
      run.end(
          RunStatus.FAILED,
          lost.orElseGet(
              () -> SmallHeap.isCauseOf(e) ? SmallHeap.sentence() : "internal error: " + e));
      if (lost.isEmpty()) {
        files.write(run.result());
        throw e;
      }
    }
    RunResult result = run.result();
    files.write(result);
    return result;
  }

  private void withServers(RunRecord run, RunFiles files)
      throws ClusterException,
          BindingException,
          HostsException,
          NetworkException,
          InterruptedException {
    try (HostWatch hosts = hosts(files);
        Interruption untilStarted = new Interruption(stop)) {
      run.hosts(hosts::result);
      hosts.followRemote(plan.settings());
      ClusterRequest asked =
          ClusterRequest.of(provider, plan.system(), plan.endpoints(), plan.settings())
              .with(FaultSettings.servers(plan.settings()));
      if (plan.endpoints().isEmpty() && !plan.system().local()) {
        listener.stage("starting " + clusters.intent(asked));
      }
      try (PeerNetwork peers = peers()) {
        run.peerNetwork(peers::result);
        ServerUse use = asked.use();
        ClusterRequest routed = asked.with(use.peers().isEmpty() ? use : use.with(peers));
        withServers(routed, peers, hosts, run, files, untilStarted);
      }
    }
  }

  private PeerNetwork peers() {
    return new PeerNetwork(
        plan,
        FaultSettings.peers(plan.settings()),
        () -> listener.stage("measuring network conditions between servers"),
        listener::note);
  }

  private void withServers(
      ClusterRequest request,
      PeerNetwork peers,
      HostWatch hosts,
      RunRecord run,
      RunFiles files,
      Interruption untilStarted)
      throws ClusterException,
          BindingException,
          HostsException,
          NetworkException,
          InterruptedException {
    Cluster cluster = clusters.start(request);
    EventWatch events = EventWatch.over(cluster, telemetry(cluster, request), plan.settings());
    try {
      run.cluster().started(cluster, plan.settings());
      run.endpointHere(ThisMachine.firstOf(cluster.endpoints()));
      RunFaults faults = RunFaults.of(plan, cluster, clock);
      try (RunLimits limits =
          RunLimits.over(cluster, plan.settings(), clock, events::add, listener::note)) {
        run.limits(limits::result);
        watched(cluster, peers.network(), hosts, faults, events, run, files, untilStarted);
      }
    } finally {
      files.write(run.result());
      stopServers(cluster, events, run, files);
    }
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

  /** Samples hosts for as long as there are connections. */
  private void watched(
      Cluster cluster,
      Network peers,
      HostWatch hosts,
      RunFaults faults,
      EventWatch events,
      RunRecord run,
      RunFiles files,
      Interruption untilStarted)
      throws BindingException, HostsException, NetworkException, InterruptedException {
    try (hosts) {
      hosts.servers(cluster);
      connected(cluster, peers, hosts, faults, events, run, files, untilStarted);
    } finally {
      hosts.troubles().forEach(listener::note);
    }
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

  private void stopServers(Cluster cluster, EventWatch events, RunRecord run, RunFiles files) {
    boolean ours = plan.endpoints().isEmpty() && !plan.system().local();
    if (ours && cluster.keptNotice().isEmpty()) {
      listener.stage("stopping " + plan.system().title());
    }
    cluster.stop();
    run.cluster().stopped(cluster);
    if (!cluster.nodes().isEmpty()) {
      run.measured().ifPresent(window -> run.cluster().events(events.found(window)));
    }
    files.keepLogs(cluster.logs());
    cluster.keptNotice().ifPresent(listener::note);
    cluster.close();
  }

  private void connected(
      Cluster cluster,
      Network peers,
      HostWatch hosts,
      RunFaults faults,
      EventWatch events,
      RunRecord run,
      RunFiles files,
      Interruption untilStarted)
      throws BindingException, NetworkException, InterruptedException {
    NetworkUse use = FaultSettings.network(plan.settings());
    if (Network.isNeeded(plan, use)) {
      listener.stage("measuring network conditions");
    }
    try (Network network = Network.open(plan, use, cluster.endpoints(), listener::note)) {
      run.network(network.result());
      Optional<LoadTeam> team = teams.assemble(plan, stop, listener, files::keepLogs);
      try {
        team.ifPresent(agents -> run.agents(() -> Optional.of(agents.results())));
        connected(team, network, peers, cluster, hosts, faults, events, run, files, untilStarted);
      } finally {
        team.ifPresent(LoadTeam::close);
      }
    }
  }

  private void connected(
      Optional<LoadTeam> team,
      Network network,
      Network peers,
      Cluster cluster,
      HostWatch hosts,
      RunFaults faults,
      EventWatch events,
      RunRecord run,
      RunFiles files,
      Interruption untilStarted)
      throws BindingException, NetworkException, InterruptedException {
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
    Connections connections =
        new Connections(
            plan, settings(cluster), provider, network.route(), team.isPresent(), stop, listener);
    try {
      Binding binding = connections.openFirst();
      network.closeSoftly();
      faults.connect(network, peers, connections::servers);
      run.clientLibrary(binding.clientLibrary());
      run.cluster().roundTrips(new RoundTrips(clock).of(cluster.endpoints()));
      run.cluster().before(connections.servers());
      if (team.isPresent()) {
        live.refuse("agents carry the load, which can only be changed in a run without them");
        listener.stage("preparing agents");
        hosts.agents(
            team.get().processes(), hosts.every().map(team.get()::sample).orElse(List.of()));
        team.get().prepare(settings(cluster), network.route().addresses());
      }
      hosts.awaitBegun();
      untilStarted.close();
      RunListener progress = new ClientsListener(listener, hosts);
      MetricsPoller looks = events.look(clock);
      RecordBook book = plan.workload().recordBook();
      try {
        new PhaseSequence(
                plan,
                connections,
                team,
                faults,
                book,
                limits(),
                clock,
                stop,
                progress,
                live,
                chooser)
            .perform(run, files);
      } finally {
        if (stop.isGiven()) {
          looks.abandon();
        } else {
          looks.close();
        }
      }
      LostNodes.of(cluster, faults.killed()).forEach(run::because);
      cluster.troubles().forEach(run::because);
      cluster.troubles().forEach(listener::note);
      network.lost().ifPresent(run::because);
      peers.lost().ifPresent(run::because);
      run.network(network.result());
      // An interrupted run ends soon, so its records are not counted.
      files.write(run.result());
      listener.stage("counting the records in the store");
      if (team.isEmpty() || !plan.system().local()) {
        run.cluster().after(connections.settledServers());
      }
      if (team.isEmpty() || accounted(team.get(), book, run)) {
        run.versions(book.versions());
        run.lengths(book.lengths());
        new StoreReadBack(plan, connections, book, clock, stop, listener).perform(run, files);
      }
      if (stop.isGiven() && run.isComplete()) {
        run.end(RunStatus.PARTIAL, "interrupted while the store was being checked");
      }
    } finally {
      connections.close();
    }
  }

  /** Returns whether a book has what agents know, which is not needed of a run that was cut off. */
  private boolean accounted(LoadTeam team, RecordBook book, RunRecord run) {
    if (plan.system().local()) {
      run.keysUnread("each agent has a store of its own", true);
      return false;
    }
    try {
      if (run.isComplete() && StoreReadBack.isWanted(plan)) {
        team.account(book);
      }
      return true;
    } catch (BindingException e) {
      run.keysUnread(String.valueOf(e.getMessage()), false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      run.keysUnread("the run was interrupted", true);
    }
    return false;
  }

  private EngineLimits limits() {
    return new EngineLimits(plan.drainTimeout(), plan.unavailableTimeout(), INTERVAL);
  }
}
