package io.kvbench.bindings.consul;

import io.kvbench.bindings.consul.api.ConsulDialect;
import io.kvbench.bindings.consul.light.ConsulSession;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.consul.status.ConsulAgentClients;
import io.kvbench.bindings.consul.status.ConsulKeySpace;
import io.kvbench.bindings.consul.status.ServerStates;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.LoadConnections;
import io.kvbench.bindings.support.OpeningStep;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.KeySpace;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/** A binding whose sessions are spread over connections of either client. */
final class ConsulBinding implements Binding {
  private static final Duration RETRY_PAUSE = Duration.ofMillis(100);

  private final ConsulClientOptions options;
  private final ConsulAgentClients agents;
  private final LoadConnections connections;

  private final AtomicBoolean closed = new AtomicBoolean();

  private ConsulBinding(
      ConsulClientOptions options, ConsulAgentClients agents, LoadConnections connections) {
    this.options = options;
    this.agents = agents;
    this.connections = connections;
  }

  static Binding open(ConsulClientOptions options, BindingConfig config)
      throws BindingException, InterruptedException {
    ConsulAgentClients agents = new ConsulAgentClients(options);
    return OpeningStep.orClose(
        agents::close, () -> new ConsulBinding(options, agents, connect(options, agents, config)));
  }

  private static LoadConnections connect(
      ConsulClientOptions options, ConsulAgentClients agents, BindingConfig config)
      throws BindingException, InterruptedException {
    Duration limit = config.connectTimeout();
    ConsulClientOptions load = options.targetLeader() ? toLeader(options, agents, limit) : options;
    int count = config.connections();
    int most = config.maxConnections();
    return switch (options.client()) {
      case LIGHT -> ConsulLightConnections.open(load, agents, count, most, limit);
      case LIBRARY -> ConsulLibraryConnections.open(load, agents, count, most, limit);
    };
  }

  private static ConsulClientOptions toLeader(
      ConsulClientOptions options, ConsulAgentClients agents, Duration limit)
      throws BindingException, InterruptedException {
    Deadline deadline = Deadline.in(limit);
    ServerStates states = new ServerStates(agents, options.dialect());
    Optional<Endpoint> leader = states.leader(options.endpoints());
    while (leader.isEmpty() && !deadline.isOver()) {
      Thread.sleep(RETRY_PAUSE);
      leader = states.leader(options.endpoints());
    }
    return options.only(
        leader.orElseThrow(
            () ->
                new BindingException(
                    ("consul.targetleader: none of %s has reported within %s s that it is the"
                            + " leader. List all servers, with a token that may read agents, or"
                            + " omit consul.targetleader.")
                        .formatted(options.allEndpoints(), limit.toSeconds()))));
  }

  @Override
  public Session openSession(int client) throws BindingException {
    return connections.openSession(client);
  }

  @Override
  public boolean hasOwnConnection(int client) {
    return connections.hasOwnConnection(client);
  }

  @Override
  public long awaitReleases(Duration limit) throws InterruptedException {
    return connections.awaitReleases(limit);
  }

  @Override
  public Watcher watch(WatcherRequest request, WatchListener listener) throws BindingException {
    if (options.dialect() == ConsulDialect.CETCD) {
      throw new BindingException(ConsulSession.NO_CETCD_WATCHER + "; choose another system.");
    }
    if (request.once()) {
      throw new BindingException("Consul has one kind of watch; omit watch.once.");
    }
    return connections.watch(request, listener);
  }

  @Override
  public KeySpace keySpace() throws BindingException {
    if (options.dialect() == ConsulDialect.CETCD) {
      throw new BindingException(
          "cetcd acknowledges deletes and leaves the keys where they are; remove them from its"
              + " etcd.");
    }
    return new ConsulKeySpace(options, agents);
  }

  @Override
  public List<ServerState> servers() throws InterruptedException {
    return new ServerStates(agents, options.dialect()).of(options.endpoints());
  }

  @Override
  public OptionalLong connectionsOpened() {
    return connections.openings();
  }

  @Override
  public String clientLibrary() {
    return connections.clientLibrary();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      connections.close();
      agents.close();
    }
  }
}
