package io.kvbench.bindings.consul;

import io.kvbench.bindings.consul.api.Failure;
import io.kvbench.bindings.consul.light.ConsulSession;
import io.kvbench.bindings.consul.light.LightWatcher;
import io.kvbench.bindings.consul.options.ClientOptions;
import io.kvbench.bindings.consul.status.Agents;
import io.kvbench.bindings.consul.status.ConsulErrors;
import io.kvbench.bindings.consul.status.Probe;
import io.kvbench.bindings.consul.wire.Connection;
import io.kvbench.bindings.consul.wire.Servers;
import io.kvbench.bindings.support.ClientLibrary;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.support.netty.EventLoops;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.ReadConsistency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The binding's own connections, with the threads that serve them. */
final class Connections implements LoadConnections {
  /** One thread serves more than a server on the same number of processors can answer. */
  private static final int PROCESSORS_PER_LOOP = 8;

  private static final Duration RETRY_PAUSE = Duration.ofMillis(100);

  private final EventLoops loops;
  private final List<Connection> connections = new ArrayList<>();
  private final ClientOptions options;
  private final PendingReleases releases = new PendingReleases();

  private final Key probed = Probe.key();

  private Connections(ClientOptions options) {
    this.options = options;
    int threads = Math.ceilDiv(Runtime.getRuntime().availableProcessors(), PROCESSORS_PER_LOOP);
    loops = EventLoops.start("consul", threads);
  }

  /**
   * Opens connections until each has been answered a read.
   *
   * @throws BindingException if that does not come about within the limit; nothing is left open
   */
  static Connections open(ClientOptions options, Agents agents, int count, Duration limit)
      throws BindingException, InterruptedException {
    Servers servers = Servers.of(options);
    Connections opened = new Connections(options);
    boolean usable = false;
    try {
      opened.start(servers, count);
      opened.awaitUsable(agents, Deadline.in(limit), limit);
      usable = true;
      return opened;
    } finally {
      if (!usable) {
        opened.close();
      }
    }
  }

  private void start(Servers servers, int count) {
    for (int index = 0; index < count; index++) {
      Connection connection =
          new Connection(servers, loops.group().next(), options.requestTimeout(), index);
      connections.add(connection);
      connection.start();
    }
  }

  private void awaitUsable(Agents agents, Deadline deadline, Duration limit)
      throws BindingException, InterruptedException {
    for (Connection connection : connections) {
      Optional<Failure> trouble = probe(connection, deadline);
      while (trouble.isPresent()) {
        ConsulErrors.throwIfFinal(
            options, agents, connection.endpoint(), trouble.get(), deadline, limit);
        Thread.sleep(RETRY_PAUSE);
        trouble = probe(connection, deadline);
      }
    }
  }

  private Optional<Failure> probe(Connection connection, Deadline deadline)
      throws InterruptedException {
    if (!connection.awaitUsable(deadline.left())) {
      return Optional.of(Failure.NO_CONNECTION);
    }
    byte[] key = options.keys().of(probed);
    if (key == null) {
      throw new IllegalStateException("the prefix was not checked");
    }
    Probe probe = new Probe(options.dialect().notUnderstood());
    connection.submit(
        connection.requests().get(key, ReadConsistency.DEFAULT), options.dialect().read(), probe);
    return probe.await(deadline.left());
  }

  @Override
  public Session openSession(int client) {
    return new ConsulSession(
        connections.get(Math.floorMod(client, connections.size())), options, releases, client);
  }

  @Override
  public Watcher watch(WatcherRequest request, WatchListener listener) throws BindingException {
    LightWatcher.Query query = LightWatcher.query(request.target(), options);
    Connection connection =
        connections.get(Math.floorMod(request.stream(), connections.size())).another();
    LightWatcher watcher = new LightWatcher(connection, query, listener);
    watcher.start();
    return watcher;
  }

  @Override
  public long awaitReleases(Duration limit) throws InterruptedException {
    return releases.await(limit);
  }

  @Override
  public OptionalLong openings() {
    return OptionalLong.of(connections.stream().mapToLong(Connection::openings).sum());
  }

  @Override
  public String clientLibrary() {
    return ClientLibrary.ofKvbench("kvbench-binding-consul");
  }

  @Override
  public void close() {
    connections.forEach(Connection::close);
    loops.end();
  }
}
