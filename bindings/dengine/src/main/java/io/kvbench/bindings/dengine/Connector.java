package io.kvbench.bindings.dengine;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.StatusException;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.OpeningStep;
import io.kvbench.bindings.support.grpc.BlockingCall;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.HostNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The opening of a binding's connections, which succeeds or fails as a whole. */
final class Connector {
  private final ClientOptions options;
  private final Channels channels;
  private final Leadership leadership;
  private final Requests requests;

  Connector(ClientOptions options, Channels channels, Leadership leadership, Requests requests) {
    this.options = options;
    this.channels = channels;
    this.leadership = leadership;
    this.requests = requests;
  }

  /**
   * Opens connections, and waits until each is connected to its own server, and has received an
   * answer to a linearizable read from the leader.
   *
   * @throws BindingException if that takes longer than the limit; nothing is left open
   */
  List<Connection> open(int count, Duration limit) throws BindingException, InterruptedException {
    List<Connection> connections = new ArrayList<>(count);
    return OpeningStep.orClose(
        () -> {
          leadership.close();
          close(connections);
        },
        () -> {
          HostNames.check(
              "d-engine",
              options.where(),
              options.endpoints().stream().map(Endpoint::host).toList());
          Deadline deadline = Deadline.in(limit);
          if (!leadership.find(deadline)) {
            throw deadline.isOver() ? notUsable(limit) : neverUsable();
          }
          for (int index = 0; index < count; index++) {
            connections.add(new Connection(channels, leadership, options.endpoints(), index));
          }
          use(connections, limit, deadline);
          return List.copyOf(connections);
        });
  }

  /** In parallel: sequential requests would add up over many connections. */
  private void use(List<Connection> connections, Duration limit, Deadline deadline)
      throws BindingException, InterruptedException {
    for (Connection connection : connections) {
      ManagedChannel home = connection.channel(connection.home());
      if (home != null) {
        home.getState(true);
      }
    }
    for (Connection connection : connections) {
      if (!connection.recoverHome(deadline) || !answers(connection, deadline)) {
        throw notUsable(limit);
      }
    }
  }

  /** The leader may have changed, or not have found all others yet. */
  private boolean answers(Connection connection, Deadline deadline)
      throws BindingException, InterruptedException {
    while (!deadline.isOver()) {
      LeaderRoute leader = leadership.await(deadline);
      ManagedChannel channel = leader == null ? null : connection.channel(leader.endpoint());
      if (leader == null || channel == null) {
        return false;
      }
      try {
        BlockingCall.ask(channel, Method.READ, requests.probe(), new Metadata(), deadline.left());
        return true;
      } catch (StatusException e) {
        if (Failure.isGarbled(e.getStatus())) {
          throw new BindingException(
              "d-engine cannot be used at "
                  + leader.endpoint()
                  + " ("
                  + Diagnosis.NOT_DENGINE
                  + "). Correct endpoints=.",
              e);
        }
        leadership.lost(leader);
      }
    }
    return false;
  }

  private BindingException notUsable(Duration limit) throws InterruptedException {
    return new BindingException(new Diagnosis(options, channels).whyNotUsable(limit));
  }

  private BindingException neverUsable() throws InterruptedException {
    return new BindingException(new Diagnosis(options, channels).whyNeverUsable());
  }

  /** Closes all connections in parallel; operations in flight fail. */
  static void close(List<Connection> connections) {
    connections.forEach(Connection::end);
    Deadline end = Deadline.in(Duration.ofSeconds(5));
    boolean interrupted = Thread.interrupted();
    for (Connection connection : connections) {
      interrupted |= connection.awaitEnd(end);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
