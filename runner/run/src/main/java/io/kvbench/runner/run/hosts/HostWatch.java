package io.kvbench.runner.run.hosts;

import io.kvbench.core.directory.ResultDirectory;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.result.HostsResult;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterNode;
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

/**
 * What hosts do in a run: reads all sources of samples, keeps every sample in a file and folds it
 * into the figures of phases. A source that dies leaves a gap and not a failed run. For the thread
 * of the run, except {@link #clients}.
 */
public final class HostWatch implements AutoCloseable {
  /** The name of kvbench itself in the samples. */
  public static final String CLIENT = "client";

  private static final Duration BEGINNING = Duration.ofSeconds(10);

  private record Followed(HostSource source, HostReader reader) {}

  private final Optional<ResultDirectory> directory;
  private final NanoClock clock;
  private final SampleListeners followers;
  private final HostSummary summary = new HostSummary();
  private final List<Followed> followed = new ArrayList<>();
  private final List<String> troubles = new ArrayList<>();
  private final Set<String> remoteNames = new HashSet<>();
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
    LocalSidecar sidecar = new LocalSidecar(command, every, directory.createLog("sidecar.log"));
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
    for (RemoteSidecar remote : RemoteSidecars.connect(settings, clock)) {
      remoteNames.addAll(remote.names());
      remote.names().forEach(name -> summary.expect(name, remote.host()));
      try {
        follow(remote);
      } catch (IOException e) {
        throw new HostsException(String.valueOf(e.getMessage()));
      }
    }
  }

  /** Watches servers: their processes on this machine, or what their engine tells of them. */
  public void servers(List<ClusterNode> nodes) throws HostsException {
    for (ClusterNode node : nodes) {
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
    try {
      follow(new NodeSource(node));
    } catch (IOException e) {
      troubles.add(node.name() + " is not sampled: " + e.getMessage());
    }
  }

  /** Waits until the sidecar is at work: its start is not to fall into a phase. Bounded. */
  public void awaitBegun() throws InterruptedException {
    for (Followed each : followed) {
      if (each.source instanceof LocalSidecar) {
        boolean ignored = each.reader.begun().await(BEGINNING.toMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }

  /** A phase begins. */
  public void phaseStarted(PhasePlan phase) {
    Instant now = clock.instant();
    clients.from(now, OptionalLong.of(phase.clients()));
    summary.phaseStarted(phase.name(), phase.step(), now);
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

  /** Returns what went wrong and was not told yet, for the user; after {@link #close}. */
  public List<String> troubles() {
    List<String> all = new ArrayList<>(troubles);
    followed.forEach(each -> all.addAll(each.reader.troubles()));
    return all;
  }
}
