package io.kvbench.runner.run.hosts;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.setting.Settings;
import io.kvbench.host.listen.RemoteHost;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.host.HostSample;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.RemoteSampling;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * The sampling of hosts during a run: reads all sources of samples, keeps every sample in a file
 * and folds it into the figures of phases. A source that dies leaves a gap and not a failed run.
 * For the thread of the run, except {@link #clients}.
 */
public final class HostWatch implements AutoCloseable {
  private static final Duration BEGINNING = Duration.ofSeconds(10);

  private record Followed(HostSource source, HostReader reader) {}

  private final Optional<ResultDirectory> directory;
  private final NanoClock clock;
  private final SampleListeners followers;
  private final HostSummary summary = new HostSummary();
  private final List<Followed> followed = new ArrayList<>();
  private final List<String> troubles = new ArrayList<>();
  private final Set<String> remoteNames = new HashSet<>();
  private final Set<String> remoteHosts = new HashSet<>();
  private final Map<String, String> dataDirectories = new ConcurrentHashMap<>();
  private final ClientsOverTime clients = new ClientsOverTime();
  private Optional<LocalSidecar> sidecar = Optional.empty();

  private HostWatch(
      Optional<ResultDirectory> directory, NanoClock clock, SampleListeners followers) {
    this.directory = directory;
    this.clock = clock;
    this.followers = followers;
  }

  /**
   * Returns one that watches nothing yet.
   *
   * @param directory where every sample is kept, if they are
   */
  public static HostWatch of(
      Optional<ResultDirectory> directory, NanoClock clock, SampleListeners followers) {
    return new HostWatch(directory, clock, followers);
  }

  /**
   * Starts the sidecar of this machine with kvbench itself, without waiting for it.
   *
   * @param command what runs {@code kvbench sidecar}
   * @throws IOException if it cannot be started
   */
  public static HostWatch start(
      List<String> command,
      Duration every,
      ResultDirectory directory,
      NanoClock clock,
      SampleListeners followers)
      throws IOException {
    HostWatch watch = of(Optional.of(directory), clock, followers);
    LocalSidecar sidecar =
        new LocalSidecar(
            command,
            every,
            directory.createLog("sidecar.log"),
            Optional.of(ResultDirectory.LOGS + "/sidecar.log"));
    watch.follow(sidecar);
    watch.sidecar = Optional.of(sidecar);
    return watch;
  }

  /**
   * Reads another source from now on.
   *
   * @throws IOException if it cannot begin
   */
  private void follow(HostSource source) throws IOException {
    HostReader reader =
        new HostReader(
            summary.sampler(source),
            summary,
            directory,
            clock,
            clients,
            target -> Optional.ofNullable(dataDirectories.get(target)),
            followers);
    source.begin(reader);
    followed.add(new Followed(source, reader));
  }

  /**
   * Reads the sidecars on other hosts that the settings name, from now on.
   *
   * @throws HostsException if one of them does not answer; nothing is left open then
   */
  public void followRemote(Settings settings) throws HostsException, InterruptedException {
    for (RemoteSidecar remote : connectRemote(settings, clock)) {
      remoteNames.addAll(remote.names());
      remoteHosts.add(remote.host());
      remote.names().forEach(name -> summary.expect(name, remote.host()));
      try {
        follow(remote);
      } catch (IOException e) {
        throw new HostsException(String.valueOf(e.getMessage()));
      }
    }
  }

  /**
   * Watches servers: their processes on this machine or on others, or what their engine reports
   * about them.
   */
  public void servers(Cluster cluster) throws HostsException, InterruptedException {
    for (ClusterNode node : cluster.nodes()) {
      checkName(node);
      node.dataDirectory().ifPresent(path -> dataDirectories.put(node.name(), path.toString()));
      if (!node.pids().isEmpty()) {
        sidecar.ifPresent(
            local -> {
              summary.expect(node.name(), local.host());
              local.watch(node);
            });
      } else if (node.isSampled()) {
        followNode(node);
      }
    }
    if (sidecar.isPresent()) {
      for (RemoteSampling sampling : cluster.sampling()) {
        followServers(sampling);
      }
    }
  }

  /** The samples of a machine that is only watched for its servers are worth no failed run. */
  private void followServers(RemoteSampling sampling) throws HostsException, InterruptedException {
    String name = sampling.host().name();
    if (remoteHosts.contains(name)) {
      throw new HostsException(
          name + " is in hosts and in cluster.agents; omit it from hosts, or use another name");
    }
    try {
      RemoteSidecar remote = RemoteSidecar.ofServers(sampling, clock);
      remote.names().forEach(target -> summary.expect(target, remote.host()));
      follow(remote);
    } catch (IOException e) {
      troubles.add(name + " is not sampled: " + e.getMessage());
    }
  }

  /** Two files of one name would be one. */
  private void checkName(ClusterNode node) throws HostsException {
    if (remoteNames.contains(node.name())) {
      throw new HostsException(
          node.name()
              + " is a server that kvbench has started; use another name before = in hosts");
    }
  }

  private void followNode(ClusterNode node) {
    summary.expect(node.name(), node.name());
    UnaryOperator<HostSample> completed =
        sidecar.map(local -> local.completing(node)).orElse(UnaryOperator.identity());
    followIfPossible(new NodeSource(node, completed));
  }

  private void followIfPossible(HostSource source) {
    try {
      follow(source);
    } catch (IOException e) {
      troubles.add(source.host() + " is not sampled: " + e.getMessage());
    }
  }

  /** Returns how often this machine is sampled; empty where it is not. */
  public Optional<Duration> every() {
    return sidecar.map(HostSource::every);
  }

  /**
   * Watches agents that carry load.
   *
   * @param here their processes on this machine, by name
   * @param elsewhere who samples the machines of others
   */
  public void agents(Map<String, Long> here, List<RelayedSamples> elsewhere) {
    sidecar.ifPresent(
        local ->
            here.forEach(
                (name, pid) -> {
                  summary.expect(name, local.host());
                  local.watch(name, pid);
                }));
    for (RelayedSamples samples : elsewhere) {
      summary.expect(samples.host(), samples.host());
      followIfPossible(samples);
    }
  }

  /** Waits until the sidecar is at work: its start is not to fall into a phase. Bounded. */
  public void awaitBegun() throws InterruptedException {
    long deadline = clock.nanos() + BEGINNING.toNanos();
    for (Followed each : followed) {
      if (each.source.isStarting()) {
        boolean ignored = each.reader.begun().await(deadline - clock.nanos(), TimeUnit.NANOSECONDS);
      }
    }
  }

  /** The clients of a phase have begun. */
  public void phaseBegan(PhasePlan phase) {
    Instant now = clock.instant();
    clients.from(now, OptionalLong.of(phase.clients()));
    summary.phaseBegan(phase.name(), phase.step(), now);
  }

  /** Says how many clients were at work in the last interval. */
  public void clients(long active) {
    clients.from(clock.instant(), OptionalLong.of(active));
  }

  /** The phase has ended. */
  public void phaseEnded() {
    Instant now = clock.instant();
    clients.from(now, OptionalLong.empty());
    summary.phaseEnded(now);
  }

  /** Returns the figures so far; empty where nothing is watched. */
  public Optional<HostsResult> result() {
    return summary.result(clock.instant());
  }

  /** Ends all sources and closes the files. Bounded; a second call does nothing. */
  @Override
  public void close() {
    followed.forEach(each -> each.source.end());
    followed.forEach(each -> each.reader.close());
  }

  /** Returns the problems not yet reported, for the user; after {@link #close}. */
  public List<String> troubles() {
    List<String> all = new ArrayList<>(troubles);
    followed.forEach(each -> all.addAll(each.reader.troubles()));
    return all;
  }

  /**
   * Connects to all sidecars that a run asks for, or to none.
   *
   * @throws HostsException naming all that do not answer
   */
  private static List<RemoteSidecar> connectRemote(Settings settings, NanoClock clock)
      throws HostsException, InterruptedException {
    List<RemoteSidecar> connected = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    boolean all = false;
    try {
      for (RemoteHost host : settings.find(RemoteSettings.HOSTS).orElse(List.of())) {
        try {
          connected.add(RemoteSidecar.connect(host, settings, clock));
        } catch (IOException e) {
          failures.add(String.valueOf(e.getMessage()));
        }
      }
      if (!failures.isEmpty()) {
        throw new HostsException("host samples cannot be read: " + String.join("; ", failures));
      }
      all = true;
      return connected;
    } finally {
      if (!all) {
        connected.forEach(RemoteSidecar::end);
      }
    }
  }
}
