package io.kvbench.runner.cluster.agents;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterProvider;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.KeptCluster;
import io.kvbench.runner.cluster.LimitSettings;
import io.kvbench.runner.cluster.ServerUse;
import io.kvbench.runner.cluster.local.LocalServer;
import io.kvbench.runner.cluster.local.LocalSettings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The provider of servers on other machines, through the agents there. */
public final class AgentsProvider implements ClusterProvider {

  @Override
  public String kind() {
    return AgentsCluster.KIND;
  }

  @Override
  public int precedence() {
    return 5;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(AgentSettings.AGENTS, AgentSettings.CERTS);
  }

  @Override
  public List<Setting<?>> decisive() {
    return List.of(AgentSettings.AGENTS);
  }

  @Override
  public Assignments implied(Assignments given) {
    Assignments implied = new Assignments();
    boolean counted =
        given.list().stream()
            .anyMatch(
                each ->
                    each.name().equals(ClusterSettings.NODES.name())
                        || each.name().equals(ClusterSettings.TOPOLOGY.name()));
    if (!counted) {
      given.list().stream()
          .filter(each -> each.name().equals(AgentSettings.AGENTS.name()))
          .reduce((first, second) -> second)
          .ifPresent(
              agents ->
                  implied.add(
                      ClusterSettings.NODES.name(),
                      Integer.toString(agents.text().split(",", -1).length),
                      agents.origin()));
    }
    return implied;
  }

  @Override
  public Optional<String> obstacle(ClusterRequest request) {
    if (request.settings().find(AgentSettings.AGENTS).isEmpty()) {
      return Optional.of("cluster.agents is not set to hosts that run 'kvbench agent'");
    }
    if (LocalServer.portsPerNode(request) == 0) {
      return Optional.of("kvbench cannot start servers of " + request.system().title());
    }
    return request.endpoints().isEmpty()
        ? request.lacking()
        : Optional.of("endpoints are given; omit one of the two");
  }

  @Override
  public void check(ClusterRequest request, Problems problems) {
    Settings settings = request.settings();
    LocalSettings.check(request, problems);
    AgentSettings.check(settings, problems);
    LimitSettings.given(settings)
        .forEach(
            limit ->
                problems.add(
                    settings.whereIs(limit),
                    limit.name()
                        + " is not supported with cluster=agents; limit the agent, whose servers"
                        + " share its limits."));
    ServerUse use = request.use();
    Stream.of(use.isolation(), use.slowDisk(), use.fullDisk(), use.peers())
        .flatMap(Optional::stream)
        .distinct()
        .forEach(
            planned ->
                problems.add(
                    settings.whereIs(planned),
                    planned.name()
                        + " changes the network between servers or their disks, which cluster=agents"
                        + " does not support; omit it, or start the servers on this machine."));
  }

  @Override
  public String intent(ClusterRequest request) {
    return request.system().title() + ": " + AgentsStart.nodes(request);
  }

  @Override
  public Cluster start(ClusterRequest request) throws ClusterException, InterruptedException {
    return new AgentsStart(request).run();
  }

  @Override
  public int running(KeptCluster kept) throws ClusterException {
    return KeptAgents.running(kept);
  }

  @Override
  public void stop(KeptCluster kept, boolean purge) throws ClusterException, InterruptedException {
    KeptAgents.stop(kept, purge);
  }
}
