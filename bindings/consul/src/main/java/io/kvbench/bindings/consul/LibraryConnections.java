package io.kvbench.bindings.consul;

import com.orbitz.consul.Consul;
import com.orbitz.consul.option.QueryOptions;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;

/** The connections of consul-client: one client for each server, with one pool. */
final class LibraryConnections implements LoadConnections {
  private static final Duration RETRY_PAUSE = Duration.ofMillis(100);

  private final ClientOptions options;
  private final ConnectionPool pool;
  private final List<LibraryConnection> connections;

  private LibraryConnections(
      ClientOptions options, ConnectionPool pool, List<LibraryConnection> connections) {
    this.options = options;
    this.pool = pool;
    this.connections = connections;
  }

  /**
   * Opens connections until each has been answered a read.
   *
   * @throws BindingException if that does not come about within the limit; nothing is left open
   */
  static LibraryConnections open(ClientOptions options, Agents agents, int count, Duration limit)
      throws BindingException, InterruptedException {
    Servers.of(options); // Says which host is not known.
    ConnectionPool pool = new ConnectionPool(count, 5, TimeUnit.MINUTES);
    List<LibraryConnection.Server> servers = new ArrayList<>();
    for (Endpoint endpoint : options.endpoints()) {
      Consul consul = agents.client(endpoint, options.requestTimeout(), pool);
      servers.add(new LibraryConnection.Server(endpoint, consul, consul.keyValueClient()));
    }
    String probed = String.valueOf(options.keys().text(Probe.key()));
    List<LibraryConnection> connections = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      connections.add(
          new LibraryConnection(List.copyOf(servers), index, options.requestTimeout(), probed));
    }
    LibraryConnections opened = new LibraryConnections(options, pool, List.copyOf(connections));
    boolean usable = false;
    try {
      opened.awaitUsable(agents, Deadline.in(limit), limit);
      usable = true;
      return opened;
    } finally {
      if (!usable) {
        opened.close();
      }
    }
  }

  /** All at the same time, so that the pool has as many connections afterwards. */
  private void awaitUsable(Agents agents, Deadline deadline, Duration limit)
      throws BindingException, InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Optional<BindingException>>> ends = new ArrayList<>();
      for (LibraryConnection connection : connections) {
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
      LibraryConnection connection, Agents agents, Deadline deadline, Duration limit)
      throws InterruptedException {
    QueryOptions query = LibrarySession.query(options.datacenter(), Optional.empty());
    try {
      Optional<Failure> trouble = connection.probe(query);
      while (trouble.isPresent()) {
        ConsulErrors.throwIfFinal(
            options, agents, connection.endpoint(), trouble.get(), deadline, limit);
        Thread.sleep(RETRY_PAUSE);
        trouble = connection.probe(query);
      }
      return Optional.empty();
    } catch (BindingException e) {
      return Optional.of(e);
    }
  }

  @Override
  public Session openSession(int client) {
    return new LibrarySession(connections.get(Math.floorMod(client, connections.size())), options);
  }

  @Override
  public String clientLibrary() {
    return "com.orbitz.consul:consul-client:" + ClientVersion.READ;
  }

  @Override
  public void close() {
    connections.forEach(LibraryConnection::close);
    pool.evictAll();
  }
}
