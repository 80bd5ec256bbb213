package io.kvbench.runner.run;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.run.network.ProxiedAddresses;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The connections to the store: the one binding that is open at a time, if any. For one thread.
 *
 * <p>Load, warmup and run share a binding, unless the number of clients changes during the run:
 * then each step but the first has a new one, and so has a phase that needs another number of
 * connections than there are. The old one is closed before, so that a server with a limit on
 * connections meets no more of them than in a run of that step alone. A store inside kvbench lives
 * in its binding, which therefore stays.
 */
public final class StoreConnections {
  private static final Duration PATIENT = Duration.ofSeconds(30);
  private static final Duration STOPPING = Duration.ofSeconds(1);

  private final RunPlan plan;
  private final BindingProvider provider;
  private final Settings settings;
  private final ProxiedAddresses route;
  private final boolean observes;
  private final StopSignal stop;
  private final RunListener listener;
  private @Nullable Binding open;
  private int count;

  /**
   * Prepares connections without opening any.
   *
   * @param observes whether agents carry the load: one connection to observe the servers is enough
   */
  public StoreConnections(
      RunPlan plan,
      Settings settings,
      BindingProvider provider,
      ProxiedAddresses route,
      boolean observes,
      StopSignal stop,
      RunListener listener) {
    this.plan = plan;
    this.settings = settings;
    this.provider = provider;
    this.route = route;
    this.observes = observes;
    this.stop = stop;
    this.listener = listener;
  }

  int serverCount() {
    return route.endpoints().size();
  }

  /** Connects as the first phase of the plan needs it. */
  Binding openFirst() throws BindingException, InterruptedException {
    return open(observes ? 1 : plan.connections(plan.phases().getFirst()));
  }

  /**
   * Returns the binding for a phase, connected anew if it has to be.
   *
   * @throws InterruptedException if the run was stopped meanwhile
   */
  public Binding forPhase(PhasePlan phase) throws BindingException, InterruptedException {
    Binding current = open;
    if (current != null && fits(phase)) {
      return current;
    }
    int wanted = plan.connections(phase);
    String on = wanted == 0 ? "" : " on %s connections".formatted(wanted);
    listener.stage("connecting %s clients%s".formatted(phase.clients(), on));
    Interruption untilConnected = new Interruption(stop);
    try {
      close();
      return open(wanted);
    } finally {
      untilConnected.close();
    }
  }

  private boolean fits(PhasePlan phase) {
    return plan.system().local()
        || observes
        || (!phase.isFollowingStep() && plan.connections(phase) == count);
  }

  private Binding open(int connections) throws BindingException, InterruptedException {
    BindingConfig config =
        new BindingConfig(
            route.addresses(),
            connections,
            observes ? connections : connections + mostAdded(),
            plan.connectTimeout(),
            settings);
    Binding opened = provider.open(plan.system(), config);
    open = opened;
    count = connections;
    return opened;
  }

  /** The phases of a run share a binding. */
  private int mostAdded() {
    return plan.phases().stream()
        .mapToInt(phase -> plan.maxConnections(phase) - plan.connections(phase))
        .reduce(0, Math::max);
  }

  /** Returns the binding that is open, if one is. */
  Optional<Binding> current() {
    return Optional.ofNullable(open);
  }

  /** Returns what every server says about itself; nothing where nothing is open. */
  List<ServerState> servers() throws InterruptedException {
    Binding current = open;
    return current == null ? List.of() : named(survey(current).states());
  }

  /** Returns the same when the servers have come to have equally many records, or will not soon. */
  List<ServerState> settledServers() throws InterruptedException {
    Binding current = open;
    return current == null ? List.of() : named(survey(current).settled());
  }

  private List<ServerState> named(List<ServerState> states) {
    return states.stream().map(route::named).toList();
  }

  private ServerStateCollector survey(Binding current) {
    List<String> names =
        route.endpoints().isEmpty() ? List.of(plan.system().name()) : route.endpoints();
    return new ServerStateCollector(current, names, stop);
  }

  /**
   * Closes what is open. A library that waits for a server that does not answer may not keep an
   * interrupted run from its end.
   */
  public void close() throws InterruptedException {
    Binding closing = open;
    if (closing != null) {
      open = null;
      Thread thread = Thread.ofPlatform().daemon().name("close").start(closing::close);
      thread.join(stop.isGiven() ? STOPPING : PATIENT);
    }
  }
}
