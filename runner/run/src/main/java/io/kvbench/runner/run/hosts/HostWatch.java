package io.kvbench.runner.run.hosts;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.result.HostsResult;
import io.kvbench.reports.files.ResultDirectory;
import io.kvbench.runner.cluster.ClusterNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
  private final HostSummary summary = new HostSummary();
  private final List<Followed> followed = new ArrayList<>();
  private final List<String> troubles = new ArrayList<>();
  private final Map<String, String> dataDirectories = new ConcurrentHashMap<>();
  private Optional<LocalSidecar> sidecar = Optional.empty();
  private volatile OptionalLong clients = OptionalLong.empty();

  private HostWatch(Optional<ResultDirectory> directory, NanoClock clock) {
    this.directory = directory;
    this.clock = clock;
  }

  /** Returns one that watches nothing. */
  public static HostWatch none() {
    return new HostWatch(Optional.empty(), NanoClock.system());
  }

  /**
   * Starts the sidecar of this machine with kvbench itself, without waiting for it.
   *
   * @param command what runs {@code kvbench sidecar}
   * @throws IOException if it cannot be started
   */
  public static HostWatch start(
      List<String> command, Duration every, ResultDirectory directory, NanoClock clock)
      throws IOException {
    HostWatch watch = new HostWatch(Optional.of(directory), clock);
    LocalSidecar sidecar =
        new LocalSidecar(command, every, directory.logs().resolve("sidecar.log"));
    watch.follow(sidecar);
    watch.sidecar = Optional.of(sidecar);
    return watch;
  }

  /**
   * Reads another source from now on.
   *
   * @throws IOException if it cannot begin
   */
  public void follow(HostSource source) throws IOException {
    if (directory.isPresent()) {
      HostReader reader =
          new HostReader(
              summary.sampler(source),
              summary,
              directory.get(),
              () -> clients,
              target -> Optional.ofNullable(dataDirectories.get(target)));
      source.begin(reader);
      followed.add(new Followed(source, reader));
    }
  }

  /** Watches servers: their processes on this machine, or what their engine tells of them. */
  public void servers(List<ClusterNode> nodes) {
    for (ClusterNode node : nodes) {
      node.dataDirectory().ifPresent(path -> dataDirectories.put(node.name(), path.toString()));
      if (!node.pids().isEmpty()) {
        sidecar.ifPresent(local -> local.watch(node));
      } else if (node.isSampled()) {
        followNode(node);
      }
    }
  }

  private void followNode(ClusterNode node) {
    try {
      follow(new NodeSource(node));
    } catch (IOException e) {
      troubles.add("What " + node.name() + " uses is not sampled: " + e.getMessage());
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
    clients = OptionalLong.of(phase.clients());
    summary.phaseStarted(phase.name(), phase.step(), clock.instant());
  }

  /** Says how many clients are at work from now on. */
  public void clients(long active) {
    clients = OptionalLong.of(active);
  }

  /** The phase has ended. */
  public void phaseEnded() {
    clients = OptionalLong.empty();
    summary.phaseEnded(clock.instant());
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

  /** Returns what went wrong, in sentences for the user; after {@link #close}. */
  public List<String> troubles() {
    List<String> all = new ArrayList<>(troubles);
    followed.forEach(each -> all.addAll(each.reader.troubles()));
    return all;
  }
}
