package io.kvbench.bindings.consul;

import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.bindings.consul.library.ConsulLibraryConnection;
import io.kvbench.bindings.consul.library.ConsulLibrarySession;
import io.kvbench.bindings.consul.library.ConsulLibraryWatcher;
import io.kvbench.bindings.consul.library.KiwiClient;
import io.kvbench.bindings.consul.library.LibraryClient;
import io.kvbench.bindings.consul.library.OrbitzClient;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.consul.status.ConsulAgentClients;
import io.kvbench.bindings.consul.status.ConsulErrors;
import io.kvbench.bindings.consul.status.Probe;
import io.kvbench.bindings.consul.wire.ConsulServerAddresses;
import io.kvbench.bindings.support.ClientConnections;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.LoadConnections;
import io.kvbench.bindings.support.OpeningStep;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import okhttp3.ConnectionPool;

/** The connections of consul-client: one client for each server, with one pool. */
final class ConsulLibraryConnections implements LoadConnections {
  private static final Duration RETRY_PAUSE = Duration.ofMillis(100);

  private final ConsulClientOptions options;
  private final ConnectionPool pool;
  private final ConsulLibraryConnection.Shared shared;
  private final ClientConnections<ConsulLibraryConnection> connections;
  private final PendingReleases releases = new PendingReleases();

  private ConsulLibraryConnections(
      ConsulClientOptions options,
      ConnectionPool pool,
      ConsulLibraryConnection.Shared shared,
      ClientConnections<ConsulLibraryConnection> connections) {
    this.options = options;
    this.pool = pool;
    this.shared = shared;
    this.connections = connections;
  }

  /**
   * Opens connections, and waits until each has received an answer to a read.
   *
   * @throws BindingException if that takes longer than the limit; nothing is left open
   */
  static ConsulLibraryConnections open(
      ConsulClientOptions options, ConsulAgentClients agents, int count, int most, Duration limit)
      throws BindingException, InterruptedException {
    ConsulServerAddresses.of(options); // reports unknown hosts
    ConnectionPool pool = new ConnectionPool(most, 5, TimeUnit.MINUTES);
    List<ConsulLibraryConnection.Server> servers = new ArrayList<>();
    for (Endpoint endpoint : options.endpoints()) {
      servers.add(
          new ConsulLibraryConnection.Server(endpoint, client(endpoint, options, agents, pool)));
    }
    String probed = String.valueOf(options.keys().text(Probe.key()));
    ConsulLibraryConnection.Shared shared =
        new ConsulLibraryConnection.Shared(List.copyOf(servers), options.requestTimeout(), probed);
    ClientConnections<ConsulLibraryConnection> connections =
        new ClientConnections<>(
            IntStream.range(0, count)
                .mapToObj(index -> new ConsulLibraryConnection(shared, index))
                .toList(),
            most,
            client -> new ConsulLibraryConnection(shared, client));
    ConsulLibraryConnections opened =
        new ConsulLibraryConnections(options, pool, shared, connections);
    return OpeningStep.orClose(
        opened::close,
        () -> {
          opened.awaitUsable(agents, Deadline.in(limit), limit);
          return opened;
        });
  }

  private static LibraryClient client(
      Endpoint endpoint,
      ConsulClientOptions options,
      ConsulAgentClients agents,
      ConnectionPool pool) {
    Duration limit = options.requestTimeout();
    return switch (options.library()) {
      case KIWIPROJECT ->
          new KiwiClient(agents.client(endpoint, limit, pool), options.datacenter());
      case ORBITZ -> new OrbitzClient(agents.orbitz(endpoint, limit, pool), options.datacenter());
    };
  }

  /** In parallel, so that the pool has as many connections afterwards. */
  private void awaitUsable(ConsulAgentClients agents, Deadline deadline, Duration limit)
      throws BindingException, InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Optional<BindingException>>> ends = new ArrayList<>();
      for (ConsulLibraryConnection connection : connections.all()) {
        ends.add(threads.submit(() -> awaitUsable(connection, agents, deadline, limit)));
      }
      try {
        for (Future<Optional<BindingException>> end : ends) {
          Optional<BindingException> trouble = end.get();
          if (trouble.isPresent()) {
            throw trouble.get();
          }
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private Optional<BindingException> awaitUsable(
      ConsulLibraryConnection connection,
      ConsulAgentClients agents,
      Deadline deadline,
      Duration limit)
      throws InterruptedException {
    try {
      Optional<ConsulFailure> trouble = connection.probe();
      while (trouble.isPresent()) {
        ConsulErrors.throwIfFinal(
            options, agents, connection.endpoint(), trouble.get(), deadline, limit);
        Thread.sleep(RETRY_PAUSE);
        trouble = connection.probe();
      }
      return Optional.empty();
    } catch (BindingException e) {
      return Optional.of(e);
    }
  }

  @Override
  public Session openSession(int client) throws BindingException {
    return new ConsulLibrarySession(connections.open(client), options, releases);
  }

  @Override
  public boolean hasOwnConnection(int client) {
    return connections.isOwn(client);
  }

  @Override
  public Watcher watch(WatcherRequest request, WatchListener listener) throws BindingException {
    ConsulLibraryWatcher watcher =
        ConsulLibraryWatcher.of(
            connections.shared(request.stream()).another(), request.target(), options, listener);
    watcher.start();
    return watcher;
  }

  @Override
  public long awaitReleases(Duration limit) throws InterruptedException {
    return releases.await(limit);
  }

  @Override
  public String clientLibrary() {
    return options.library().coordinates();
  }

  @Override
  public void close() {
    shared.close();
    pool.evictAll();
  }
}
