package io.kvbench.runner.cluster.agents;

import io.kvbench.host.listen.RemoteHost;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.KeptCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/** The clusters of agents that outlive the kvbench that started them. */
final class KeptAgents {
  private static final String AGENTS = "agents";
  private static final String CERTS = "certs";

  private KeptAgents() {}

  /** Returns the data by which the other methods find the agents and use their leases. */
  static Map<String, String> state(List<HeldAgent> agents, Optional<String> certs) {
    Map<String, String> state = new HashMap<>();
    state.put(
        AGENTS,
        agents.stream()
            .map(
                agent -> agent.agent().name() + "=" + agent.agent().address() + "/" + agent.lease())
            .collect(Collectors.joining(",")));
    certs.ifPresent(directory -> state.put(CERTS, Path.of(directory).toAbsolutePath().toString()));
    return state;
  }

  private record Kept(AgentClient client, String lease) implements AutoCloseable {
    @Override
    public void close() {
      client.close();
    }
  }

  private static List<Kept> agents(KeptCluster kept) throws ClusterException {
    try {
      String certs = kept.state().get(CERTS);
      Optional<SSLContext> tls =
          certs == null ? Optional.empty() : Optional.of(AgentSettings.tls(certs));
      List<Kept> agents = new ArrayList<>();
      for (String text : kept.state().getOrDefault(AGENTS, "").split(",", -1)) {
        int slash = text.lastIndexOf('/');
        RemoteHost host = RemoteHost.parse(text.substring(0, slash));
        agents.add(new Kept(new AgentClient(host, tls), text.substring(slash + 1)));
      }
      return agents;
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new ClusterException(kept.name() + ": " + e.getMessage() + ".", e);
    }
  }

  /** Returns how many servers still run. */
  static int running(KeptCluster kept) throws ClusterException {
    int running = 0;
    for (Kept agent : agents(kept)) {
      try (agent) {
        running +=
            (int)
                agent
                    .client()
                    .askIfHeld(new AgentRequest.Status(agent.lease()), AgentAnswer.Statuses.class)
                    .stream()
                    .flatMap(statuses -> statuses.servers().stream())
                    .filter(AgentAnswer.Status::alive)
                    .count();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ClusterException(kept.name() + ": interrupted", e);
      }
    }
    return running;
  }

  /** Stops the servers on every reachable agent. */
  static void stop(KeptCluster kept, boolean purge) throws ClusterException, InterruptedException {
    List<String> problems = new ArrayList<>();
    for (Kept agent : agents(kept)) {
      try (agent) {
        Optional<AgentAnswer.Done> unused =
            agent
                .client()
                .askIfHeld(new AgentRequest.End(agent.lease(), purge), AgentAnswer.Done.class);
      } catch (ClusterException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }
    if (!problems.isEmpty()) {
      throw new ClusterException(kept.name() + " was not stopped: " + String.join("; ", problems));
    }
  }
}
