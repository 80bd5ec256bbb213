package io.kvbench.runner.run;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.engine.EngineLimits;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunStatus;
import io.kvbench.reports.files.ResultDirectory;
import io.kvbench.reports.files.ResultDirectoryException;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.fault.RunFaults;
import io.kvbench.runner.run.hosts.HostSettings;
import io.kvbench.runner.run.hosts.HostWatch;
import java.io.IOException;
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
    this.plan = plan;
    this.provider = provider;
    this.clusters = clusters;
    this.stop = stop;
    this.listener = listener;
    this.sidecar = List.copyOf(sidecar);
  }

  /**
   * Runs the plan.
   *
   * @param results the directory in which the run gets a directory of its own
   * @throws ResultDirectoryException if that directory cannot be written; nothing was started then
   */
  public RunOutcome execute(Path results) throws ResultDirectoryException {
    RunRecord run = new RunRecord(plan, clock.instant());
    ResultDirectory directory =
        ResultDirectory.create(results, run.startedAt(), plan.workloadName(), plan.system().name());
    directory.writePlan(PlanDocuments.of(plan));
    listener.directoryCreated(directory.path());
    try (ResultFiles files = new ResultFiles(directory, run.startedAt())) {
      RunResult result = run(run, files);
      return new RunOutcome(result, directory.path(), files.unwritten());
    }
  }

  private RunResult run(RunRecord run, ResultFiles files) {
    try {
      withServers(run, files);
    } catch (ClusterException | BindingException e) {
      run.end(RunStatus.FAILED, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      run.end(RunStatus.PARTIAL, "interrupted before the first phase had begun");
    } catch (RuntimeException | Error e) {
      run.end(RunStatus.FAILED, "a defect of kvbench: " + e);
      files.write(run.result());
      throw e;
    }
    RunResult result = run.result();
    files.write(result);
    return result;
  }

  private void withServers(RunRecord run, ResultFiles files)
      throws ClusterException, BindingException, InterruptedException {
    try (HostWatch hosts = hosts(files);
        Interruption untilStarted = new Interruption(stop)) {
      run.hosts(hosts::result);
      ClusterRequest request = new ClusterRequest(plan.system(), plan.endpoints(), plan.settings());
      if (plan.endpoints().isEmpty() && !plan.system().local()) {
        listener.stage("starting " + clusters.intent(request));
      }
      Cluster cluster = clusters.start(request);
      try {
        run.cluster().started(cluster);
        RunFaults faults = RunFaults.of(plan.settings(), cluster, clock);
        watched(cluster, hosts, faults, run, files, untilStarted);
      } finally {
        files.write(run.result());
        stopServers(cluster, run, files);
      }
    }
  }

  /** Samples hosts for as long as there are connections. */
  private void watched(
      Cluster cluster,
      HostWatch hosts,
      RunFaults faults,
      RunRecord run,
      ResultFiles files,
      Interruption untilStarted)
      throws BindingException, InterruptedException {
    try (hosts) {
      hosts.servers(cluster.nodes());
      connected(cluster, hosts, faults, run, files, untilStarted);
    } finally {
      hosts.troubles().forEach(listener::note);
    }
  }

  /** Starts to sample before the servers are started, so that nobody waits for it. */
  private HostWatch hosts(ResultFiles files) {
    Optional<Duration> every = HostSettings.every(plan.settings(), plan.system().local());
    if (every.isEmpty() || sidecar.isEmpty()) {
      return HostWatch.none();
    }
    try {
      return HostWatch.start(sidecar, every.get(), files.directory(), clock);
    } catch (IOException e) {
      listener.note("What hosts do is not sampled (hosts.every): " + e.getMessage());
      return HostWatch.none();
    }
  }

  private void stopServers(Cluster cluster, RunRecord run, ResultFiles files) {
    boolean ours = plan.endpoints().isEmpty() && !plan.system().local();
    if (ours && cluster.keptNotice().isEmpty()) {
      listener.stage("stopping " + plan.system().title());
    }
    cluster.stop();
    run.cluster().stopped(cluster);
    files.keepLogs(cluster.logs());
    cluster.keptNotice().ifPresent(listener::note);
    cluster.close();
  }

  private void connected(
      Cluster cluster,
      HostWatch hosts,
      RunFaults faults,
      RunRecord run,
      ResultFiles files,
      Interruption untilStarted)
      throws BindingException, InterruptedException {
    listener.stage("connecting to " + cluster.description());
    Connections connections = new Connections(plan, provider, cluster.endpoints(), stop, listener);
    try {
      Binding binding = connections.openFirst();
      run.clientLibrary(binding.clientLibrary());
      run.cluster().before(connections.servers());
      hosts.awaitBegun();
      untilStarted.close();
      RunListener progress = new ClientsListener(listener, hosts);
      new PhaseSequence(plan, connections, faults, limits(), clock, stop, progress)
          .perform(run, files);
      LostNodes.of(cluster, faults.killed()).forEach(run::because);
      // Whoever waits for the end of an interrupted run may not wait for the count.
      files.write(run.result());
      listener.stage("counting the records in the store");
      run.cluster().after(connections.settledServers());
    } finally {
      connections.close();
    }
  }

  private EngineLimits limits() {
    return new EngineLimits(plan.drainTimeout(), plan.unavailableTimeout(), INTERVAL);
  }
}
