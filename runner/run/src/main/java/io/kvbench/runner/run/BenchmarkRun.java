package io.kvbench.runner.run;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.directory.ResultDirectory;
import io.kvbench.core.directory.ResultDirectoryException;
import io.kvbench.core.engine.EngineLimits;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunStatus;
import io.kvbench.core.workload.RecordBook;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.cluster.StartInterruptedException;
import io.kvbench.runner.run.events.EventWatch;
import io.kvbench.runner.run.events.MetricsPoller;
import io.kvbench.runner.run.fault.RunFaults;
import io.kvbench.runner.run.hosts.HostSettings;
import io.kvbench.runner.run.hosts.HostWatch;
import io.kvbench.runner.run.hosts.HostsException;
import io.kvbench.runner.run.hosts.SampleListeners;
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

  /** Prepares a run that samples no hosts. */
  public BenchmarkRun(
      RunPlan plan,
      BindingProvider provider,
      Clusters clusters,
      StopSignal stop,
      RunListener listener) {
    this(plan, provider, clusters, stop, listener, List.of());
  }

  /**
   * Prepares a run.
   *
   * @param stop ends the run early, from any thread
   * @param sidecar the command that runs {@code kvbench sidecar}; empty if there is none
   */
  public BenchmarkRun(
      RunPlan plan,
      BindingProvider provider,
      Clusters clusters,
      StopSignal stop,
      RunListener listener,
      List<String> sidecar) {
    this(plan, provider, clusters, stop, listener, sidecar, false);
  }

  /**
   * Prepares a run inside another program, whose process it does not have for itself.
   *
   * @param stop ends the run early, from any thread
   * @param sidecar the command that runs {@code kvbench sidecar}; empty if there is none
   */
  public static BenchmarkRun asGuest(
      RunPlan plan,
      BindingProvider provider,
      Clusters clusters,
      StopSignal stop,
      RunListener listener,
      List<String> sidecar) {
    return new BenchmarkRun(plan, provider, clusters, stop, listener, sidecar, true);
  }

  private BenchmarkRun(
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
    return run(new RunRecord(plan, clock.instant(), guest), new NoFiles());
  }

  private RunResult run(RunRecord run, RunFiles files) {
    try {
      withServers(run, files);
    } catch (ClusterException | BindingException | HostsException e) {
      run.end(RunStatus.FAILED, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      run.end(
          RunStatus.PARTIAL,
          "interrupted before the first phase"
              + (e instanceof StartInterruptedException told ? ": " + told.getMessage() : ""));
    } catch (RuntimeException | Error e) {
      run.end(
          RunStatus.FAILED, SmallHeap.isCauseOf(e) ? SmallHeap.sentence() : "internal error: " + e);
      files.write(run.result());
      throw e;
    }
    RunResult result = run.result();
    files.write(result);
    return result;
  }

  private void withServers(RunRecord run, RunFiles files)
      throws ClusterException, BindingException, HostsException, InterruptedException {
    try (HostWatch hosts = hosts(files);
        Interruption untilStarted = new Interruption(stop)) {
      run.hosts(hosts::result);
      hosts.followRemote(plan.settings());
      ClusterRequest request =
          ClusterRequest.of(provider, plan.system(), plan.endpoints(), plan.settings());
      if (plan.endpoints().isEmpty() && !plan.system().local()) {
        listener.stage("starting " + clusters.intent(request));
      }
      Cluster cluster = clusters.start(request);
      EventWatch events = EventWatch.over(cluster, request.telemetry(), plan.settings());
      try {
        run.cluster().started(cluster);
        if (cluster.kind().equals(ClusterRecord.EXTERNAL)) {
          run.endpointHere(ThisMachine.firstOf(cluster.endpoints()));
        }
        RunFaults faults = RunFaults.of(plan.settings(), cluster, clock);
        watched(cluster, hosts, faults, events, run, files, untilStarted);
      } finally {
        files.write(run.result());
        stopServers(cluster, events, run, files);
      }
    }
  }

  /** Samples hosts for as long as there are connections. */
  private void watched(
      Cluster cluster,
      HostWatch hosts,
      RunFaults faults,
      EventWatch events,
      RunRecord run,
      RunFiles files,
      Interruption untilStarted)
      throws BindingException, HostsException, InterruptedException {
    try (hosts) {
      hosts.servers(cluster.nodes());
      connected(cluster, hosts, faults, events, run, files, untilStarted);
    } finally {
      hosts.troubles().forEach(listener::note);
    }
  }

  /** Starts to sample before the servers are started, so that nobody waits for it. */
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
      HostWatch hosts,
      RunFaults faults,
      EventWatch events,
      RunRecord run,
      RunFiles files,
      Interruption untilStarted)
      throws BindingException, InterruptedException {
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
    Connections connections = new Connections(plan, provider, cluster.endpoints(), stop, listener);
    try {
      Binding binding = connections.openFirst();
      run.clientLibrary(binding.clientLibrary());
      run.cluster().roundTrips(new RoundTrips(clock).of(cluster.endpoints()));
      run.cluster().before(connections.servers());
      hosts.awaitBegun();
      untilStarted.close();
      RunListener progress = new ClientsListener(listener, hosts);
      MetricsPoller looks = events.look(clock);
      RecordBook book = new RecordBook();
      try {
        new PhaseSequence(plan, connections, faults, book, limits(), clock, stop, progress)
            .perform(run, files);
      } finally {
        if (stop.isGiven()) {
          looks.abandon();
        } else {
          looks.close();
        }
      }
      LostNodes.of(cluster, faults.killed()).forEach(run::because);
      // Whoever waits for the end of an interrupted run may not wait for the count.
      files.write(run.result());
      listener.stage("counting the records in the store");
      run.cluster().after(connections.settledServers());
      new StoreReadBack(plan, connections, book, clock, stop, listener).perform(run);
      if (stop.isGiven() && run.isComplete()) {
        run.end(RunStatus.PARTIAL, "interrupted while the store was being checked");
      }
    } finally {
      connections.close();
    }
  }

  private EngineLimits limits() {
    return new EngineLimits(plan.drainTimeout(), plan.unavailableTimeout(), INTERVAL);
  }
}
