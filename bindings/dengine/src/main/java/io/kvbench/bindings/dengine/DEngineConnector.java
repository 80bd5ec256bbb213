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
final class DEngineConnector {
  private final DEngineClientOptions options;
  private final DEngineChannels channels;
  private final Leadership leadership;
  private final DEngineRequests requests;

  DEngineConnector(
      DEngineClientOptions options,
      DEngineChannels channels,
      Leadership leadership,
      DEngineRequests requests) {
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
  List<DEngineConnection> open(int count, Duration limit)
      throws BindingException, InterruptedException {
    List<DEngineConnection> connections = new ArrayList<>(count);
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
            connections.add(
                new DEngineConnection(channels, leadership, options.endpoints(), index));
          }
          use(connections, limit, deadline);
          return List.copyOf(connections);
        });
  }

  /** In parallel: sequential requests would add up over many connections. */
  private void use(List<DEngineConnection> connections, Duration limit, Deadline deadline)
      throws BindingException, InterruptedException {
    for (DEngineConnection connection : connections) {
      ManagedChannel home = connection.channel(connection.home());
      if (home != null) {
        home.getState(true);
      }
    }
    for (DEngineConnection connection : connections) {
      if (!connection.recoverHome(deadline) || !answers(connection, deadline)) {
        throw notUsable(limit);
      }
    }
  }

  /** The leader may have changed, or not have found all others yet. */
  private boolean answers(DEngineConnection connection, Deadline deadline)
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
        if (DEngineFailure.isGarbled(e.getStatus())) {
          throw new BindingException(
              "d-engine cannot be used at "
                  + leader.endpoint()
                  + " ("
                  + DEngineDiagnosis.NOT_DENGINE
                  + "). Correct endpoints=.",
              e);
        }
        leadership.lost(leader);
      }
    }
    return false;
  }

  private BindingException notUsable(Duration limit) throws InterruptedException {
    return new BindingException(new DEngineDiagnosis(options, channels).whyNotUsable(limit));
  }

  private BindingException neverUsable() throws InterruptedException {
    return new BindingException(new DEngineDiagnosis(options, channels).whyNeverUsable());
  }

  /** Closes all connections in parallel; operations in flight fail. */
  static void close(List<DEngineConnection> connections) {
    connections.forEach(DEngineConnection::end);
    Deadline end = Deadline.in(Duration.ofSeconds(5));
    boolean interrupted = Thread.interrupted();
    for (DEngineConnection connection : connections) {
      interrupted |= connection.awaitEnd(end);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
