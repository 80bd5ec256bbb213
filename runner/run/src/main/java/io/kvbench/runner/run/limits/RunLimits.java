package io.kvbench.runner.run.limits;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.LimitsResult;
import io.kvbench.results.format.LimitsResult.Amounts;
import io.kvbench.results.format.LimitsResult.Measured;
import io.kvbench.results.format.LimitsResult.Node;
import io.kvbench.results.format.ProcessUse;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.LimitSettings;
import io.kvbench.runner.cluster.LimitUse;
import io.kvbench.runner.cluster.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The limits of a run's servers, and their effects until this is closed. */
public final class RunLimits implements AutoCloseable {
  private static final long POLL_MILLIS = 500;
  private static final long ENDING_MILLIS = 5_000;
  private static final double NANOS = 1e9;

  private final NanoClock clock;
  private final Consumer<ServerEvent> events;
  private final Consumer<String> told;
  private final List<Server> servers = new ArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = Thread.ofPlatform().daemon().name("limits").unstarted(this::watch);

  /** A limited server. The effect of its limits is known at the end. */
  private static final class Server {
    private final int number;
    private final ClusterNode node;
    private final Limits asked;
    private final Limits inForce;
    private LimitUse before = LimitUse.UNKNOWN;
    private volatile LimitUse use = LimitUse.UNKNOWN;
    private final AtomicLong oomKills = new AtomicLong();
    private long oomKillsSeen;

    Server(int number, ClusterNode node, Limits asked, Limits inForce) {
      this.number = number;
      this.node = node;
      this.asked = asked;
      this.inForce = inForce;
      this.oomKillsSeen = node.oomKills();
    }

    void begin() {
      before = node.limitUse();
    }

    void end() {
      use = node.limitUse().since(before);
    }
  }

  private RunLimits(NanoClock clock, Consumer<ServerEvent> events, Consumer<String> told) {
    this.clock = clock;
    this.events = events;
    this.told = told;
  }

  /**
   * Begins to watch over the limits of servers that have just been started.
   *
   * @param events receives events caused by limits, from a separate thread
   * @param told receives sentences for the user
   * @throws ClusterException if limits cannot be read
   */
  public static RunLimits over(
      Cluster cluster,
      Settings settings,
      NanoClock clock,
      Consumer<ServerEvent> events,
      Consumer<String> told)
      throws ClusterException {
    RunLimits limits = new RunLimits(clock, events, told);
    if (!LimitSettings.given(settings).isEmpty()) {
      limits.begin(cluster.nodes(), settings);
    }
    return limits;
  }

  private void begin(List<ClusterNode> nodes, Settings settings) throws ClusterException {
    for (ClusterNode node : nodes) {
      int number = servers.size() + 1;
      Limits asked = LimitSettings.of(settings, number);
      Limits inForce = asked.isNone() ? Limits.NONE : node.limits();
      servers.add(new Server(number, node, asked, inForce));
      if (!asked.isNone()) {
        told.accept(
            "Limits of %s: requested %s; in effect %s%s"
                .formatted(node.name(), asked, inForce, probe(node)));
      }
    }
    servers.parallelStream().forEach(Server::begin);
    if (servers.stream().anyMatch(server -> server.asked.memoryBytes().isPresent())) {
      thread.start();
    }
  }

  private static String probe(ClusterNode node) {
    OptionalDouble cpus = node.probedCpus();
    return cpus.isPresent()
        ? String.format(Locale.ROOT, "; a busy program got %.2f CPUs", cpus.getAsDouble())
        : "";
  }

  private void watch() {
    try {
      do {
        servers.forEach(this::look);
      } while (!closed.await(POLL_MILLIS, TimeUnit.MILLISECONDS));
      servers.forEach(this::look);
    } catch (InterruptedException e) {
      // The end came while an engine was slow to answer.
    }
  }

  /** An engine counts anew when it starts a container again. */
  private void look(Server server) {
    long kills = server.node.oomKills();
    long more = kills - server.oomKillsSeen;
    server.oomKillsSeen = kills;
    if (more <= 0) {
      return;
    }
    server.oomKills.addAndGet(more);
    String name = server.node.name();
    LimitSettings.killed(server.node)
        .ifPresent(
            text -> {
              events.accept(
                  new ServerEvent(
                      clock.instant(), name, ServerEventKind.OOM_KILL, text, OptionalLong.empty()));
              told.accept(name + " " + text);
            });
  }

  /**
   * Returns what was asked for, in force and measured until now; empty where there are no limits.
   *
   * @param hosts what the servers used, as far as that was sampled
   */
  public Optional<LimitsResult> result(Optional<HostsResult> hosts) {
    return servers.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new LimitsResult(servers.stream().map(server -> node(server, hosts)).toList()));
  }

  private static Node node(Server server, Optional<HostsResult> hosts) {
    Optional<ProcessUse> sampled =
        hosts
            .flatMap(HostsResult::overall)
            .flatMap(
                span ->
                    span.nodes().stream()
                        .filter(each -> each.name().equals(server.node.name()))
                        .findFirst());
    LimitUse use = server.use;
    return new Node(
        server.number,
        server.node.name(),
        amounts(server.asked),
        amounts(server.inForce),
        server.node.probedCpus(),
        new Measured(
            use.peakMemoryBytes(),
            cores(sampled.map(ProcessUse::cpuPercentMean)),
            cores(sampled.map(ProcessUse::cpuPercentMax)),
            sampled.map(RunLimits::written).orElse(OptionalDouble.empty()),
            use.periods(),
            use.throttledPeriods(),
            use.throttledNanos(),
            use.memoryFailures(),
            server.oomKills.get()));
  }

  private static Amounts amounts(Limits limits) {
    return new Amounts(limits.memoryBytes(), limits.cpus(), limits.diskBytesPerSecond());
  }

  private static OptionalDouble cores(Optional<OptionalDouble> percent) {
    OptionalDouble known = percent.orElse(OptionalDouble.empty());
    return known.isPresent() ? OptionalDouble.of(known.getAsDouble() / 100) : known;
  }

  private static OptionalDouble written(ProcessUse sampled) {
    return sampled.writtenBytes().isPresent() && sampled.coveredNanos() > 0
        ? OptionalDouble.of(sampled.writtenBytes().getAsLong() * NANOS / sampled.coveredNanos())
        : OptionalDouble.empty();
  }

  /** Reads what the servers made of their limits. Bounded. */
  @Override
  public void close() {
    closed.countDown();
    if (servers.isEmpty()) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      thread.join(ENDING_MILLIS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    thread.interrupt();
    servers.parallelStream().forEach(Server::end);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
