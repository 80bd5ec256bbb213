package io.kvbench.bindings.consul;

import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.netty.EventLoops;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.ReadConsistency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** All connections of a binding, with the threads that serve them. */
final class Connections implements AutoCloseable {
  /** One thread serves more than a server on the same number of processors can answer. */
  private static final int PROCESSORS_PER_LOOP = 8;

  private static final Duration RETRY_PAUSE = Duration.ofMillis(100);

  private final EventLoops loops;
  private final List<Connection> connections = new ArrayList<>();
  private final ClientOptions options;

  /** Read once on every connection. Random, so a server that claims to have it is not Consul. */
  private final Key probed =
      Key.of("kvbench-probe-" + Long.toHexString(ThreadLocalRandom.current().nextLong()));

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
        if (trouble.get().kind() == ErrorKind.UNAUTHORIZED) {
          throw new BindingException(refused(trouble.get()));
        }
        if (trouble.get().equals(options.dialect().notUnderstood())) {
          throw new BindingException(ConsulErrors.impostor(options, connection.endpoint()));
        }
        if (deadline.left().isZero()) {
          throw new BindingException(ConsulErrors.explain(options, agents, trouble.get(), limit));
        }
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

  private String refused(Failure failure) {
    return options.dialect().title()
        + " at "
        + options.allEndpoints()
        + " denies this client access to "
        + (options.prefix().isEmpty() ? "its keys" : options.prefix())
        + ": "
        + failure.message()
        + ". Correct consul.token or consul.token.file, or choose another consul.prefix.";
  }

  Connection of(int client) {
    return connections.get(Math.floorMod(client, connections.size()));
  }

  @Override
  public void close() {
    connections.forEach(Connection::close);
    loops.end();
  }
}
