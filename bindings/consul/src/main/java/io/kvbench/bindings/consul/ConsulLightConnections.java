package io.kvbench.bindings.consul;

import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.bindings.consul.light.ConsulSession;
import io.kvbench.bindings.consul.light.LightWatcher;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.consul.status.ConsulAgentClients;
import io.kvbench.bindings.consul.status.ConsulErrors;
import io.kvbench.bindings.consul.status.Probe;
import io.kvbench.bindings.consul.wire.ConsulConnection;
import io.kvbench.bindings.consul.wire.ConsulServerAddresses;
import io.kvbench.bindings.support.ClientConnections;
import io.kvbench.bindings.support.ClientLibrary;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.LoadConnections;
import io.kvbench.bindings.support.OpeningStep;
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
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** The binding's own connections, with their threads. */
final class ConsulLightConnections implements LoadConnections {
  /** One thread serves more requests than a server on this many processors can answer. */
  private static final int PROCESSORS_PER_LOOP = 8;

  private static final Duration RETRY_PAUSE = Duration.ofMillis(100);

  private final EventLoops loops;
  private final ConsulServerAddresses servers;
  private final ClientConnections<ConsulConnection> connections;
  private final ConsulClientOptions options;
  private final PendingReleases releases = new PendingReleases();

  private final Key probed = Probe.key();

  private ConsulLightConnections(
      ConsulClientOptions options, ConsulServerAddresses servers, int count, int most) {
    this.options = options;
    this.servers = servers;
    int threads = Math.ceilDiv(Runtime.getRuntime().availableProcessors(), PROCESSORS_PER_LOOP);
    loops = EventLoops.start("consul", threads);
    connections =
        new ClientConnections<>(
            IntStream.range(0, count).mapToObj(this::start).toList(), most, this::start);
  }

  /**
   * Opens connections, and waits until each has received an answer to a read.
   *
   * @throws BindingException if that takes longer than the limit; nothing is left open
   */
  static ConsulLightConnections open(
      ConsulClientOptions options, ConsulAgentClients agents, int count, int most, Duration limit)
      throws BindingException, InterruptedException {
    ConsulLightConnections opened =
        new ConsulLightConnections(options, ConsulServerAddresses.of(options), count, most);
    return OpeningStep.orClose(
        opened::close,
        () -> {
          opened.awaitUsable(agents, Deadline.in(limit), limit);
          return opened;
        });
  }

  private ConsulConnection start(int number) {
    ConsulConnection connection =
        new ConsulConnection(servers, loops.group().next(), options.requestTimeout(), number);
    connection.start();
    return connection;
  }

  private void awaitUsable(ConsulAgentClients agents, Deadline deadline, Duration limit)
      throws BindingException, InterruptedException {
    for (ConsulConnection connection : connections.all()) {
      Optional<ConsulFailure> trouble = probe(connection, deadline);
      while (trouble.isPresent()) {
        ConsulErrors.throwIfFinal(
            options, agents, connection.endpoint(), trouble.get(), deadline, limit);
        Thread.sleep(RETRY_PAUSE);
        trouble = probe(connection, deadline);
      }
    }
  }

  private Optional<ConsulFailure> probe(ConsulConnection connection, Deadline deadline)
      throws InterruptedException {
    if (!connection.awaitUsable(deadline.left())) {
      return Optional.of(ConsulFailure.NO_CONNECTION);
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
  public Session openSession(int client) throws BindingException {
    return new ConsulSession(connections.open(client), options, releases, client);
  }

  @Override
  public boolean hasOwnConnection(int client) {
    return connections.isOwn(client);
  }

  @Override
  public Watcher watch(WatcherRequest request, WatchListener listener) throws BindingException {
    LightWatcher.Query query = LightWatcher.query(request.target(), options);
    ConsulConnection connection = connections.shared(request.stream()).another();
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
    return OptionalLong.of(connections.openings(ConsulConnection::openings));
  }

  @Override
  public String clientLibrary() {
    return ClientLibrary.ofKvbench("kvbench-binding-consul");
  }

  @Override
  public void close() {
    connections.all().forEach(ConsulConnection::close);
    loops.end();
  }
}
