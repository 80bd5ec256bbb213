package io.kvbench.bindings.consul.status;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvbench.bindings.consul.api.ConsulDialect;
import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.ParallelQueries;
import io.kvbench.core.binding.ServerState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.kiwiproject.consul.Consul;
import org.kiwiproject.consul.ConsulException;
import org.kiwiproject.consul.model.agent.Config;

/** Queries of the state of all servers, in parallel. */
public final class ServerStates {
  private final ConsulAgentClients agents;
  private final ConsulDialect dialect;

  public ServerStates(ConsulAgentClients agents, ConsulDialect dialect) {
    this.agents = agents;
    this.dialect = dialect;
  }

  public List<ServerState> of(List<Endpoint> endpoints) throws InterruptedException {
    return ParallelQueries.all(
        endpoints, endpoint -> dialect == ConsulDialect.CETCD ? ofProxy(endpoint) : of(endpoint));
  }

  /** Returns the server that claims to be the leader; empty if none does. */
  public Optional<Endpoint> leader(List<Endpoint> endpoints) throws InterruptedException {
    List<Boolean> leads =
        ParallelQueries.all(
            endpoints,
            endpoint ->
                self(agents.queries(endpoint), new ArrayList<>())
                    .filter(ServerStates::leads)
                    .isPresent());
    int index = leads.indexOf(true);
    return index < 0 ? Optional.empty() : Optional.of(endpoints.get(index));
  }

  private static boolean leads(JsonNode self) {
    return self.at("/Stats/consul/leader").asBoolean();
  }

  /** cetcd serves keys only; it has no agent or status API. */
  private ServerState ofProxy(Endpoint endpoint) {
    try {
      return ServerState.of(
          endpoint.toString(), OptionalLong.of(agents.queries(endpoint).countKeys()));
    } catch (IOException e) {
      return ServerState.silent(
          endpoint.toString(), "the records were not counted: " + Causes.innermost(e));
    }
  }

  private ServerState of(Endpoint endpoint) {
    List<String> problems = new ArrayList<>();
    AgentQueries queries = agents.queries(endpoint);
    Optional<Config> config = config(endpoint, problems);
    if (config.isEmpty() && !problems.isEmpty() && isSilent(endpoint)) {
      return ServerState.silent(endpoint.toString(), problems.getFirst());
    }
    Optional<JsonNode> self = config.isPresent() ? self(queries, problems) : Optional.empty();
    return new ServerState(
        endpoint.toString(),
        config.map(Config::getVersion),
        self.map(ServerStates::leads).orElse(false),
        self.map(ServerStates::term).orElse(OptionalLong.empty()),
        keys(queries, problems),
        details(config, self),
        problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems)));
  }

  private Optional<Config> config(Endpoint endpoint, List<String> problems) {
    Consul client = agents.client(endpoint);
    try {
      return Optional.of(client.agentClient().getAgent().getConfig());
    } catch (ConsulException e) {
      problems.add("it does not report its state: " + ConsulAgentClients.reason(e));
      return Optional.empty();
    }
  }

  /** Distinguishes a server that withholds its configuration from one that is down. */
  private boolean isSilent(Endpoint endpoint) {
    try {
      agents.client(endpoint).statusClient().getLeader();
      return false;
    } catch (ConsulException e) {
      return true;
    }
  }

  private static Optional<JsonNode> self(AgentQueries queries, List<String> problems) {
    try {
      return Optional.of(queries.self());
    } catch (IOException e) {
      problems.add("it does not report its statistics: " + Causes.innermost(e));
      return Optional.empty();
    }
  }

  private static OptionalLong keys(AgentQueries queries, List<String> problems) {
    try {
      return OptionalLong.of(queries.countKeys());
    } catch (IOException e) {
      problems.add("the records were not counted: " + Causes.innermost(e));
      return OptionalLong.empty();
    }
  }

  private static OptionalLong term(JsonNode self) {
    long term = self.at("/Stats/raft/term").asLong(-1);
    return term < 0 ? OptionalLong.empty() : OptionalLong.of(term);
  }

  private static Map<String, String> details(Optional<Config> config, Optional<JsonNode> self) {
    Map<String, String> details = new LinkedHashMap<>();
    config.ifPresent(
        known -> {
          details.put("node", known.getNodeName());
          details.put("datacenter", known.getDatacenter());
          details.put("server", Boolean.toString(known.getServer()));
        });
    self.ifPresent(
        all -> {
          addFact(ServerState.IDENTITY, all.at("/Config/NodeID"), details);
          addFact("raftAppliedIndex", all.at("/Stats/raft/applied_index"), details);
          addFact("raftPeers", all.at("/Stats/raft/num_peers"), details);
        });
    return details;
  }

  private static void addFact(String name, JsonNode fact, Map<String, String> details) {
    if (!fact.isMissingNode()) {
      details.put(name, fact.asText());
    }
  }
}
