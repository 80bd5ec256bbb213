package io.kvbench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClustersTest {
  private final Clusters clusters = Clusters.load();

  private List<Problem> problems(ClusterRequest request) {
    Problems problems = new Problems();
    clusters.check(request, problems);
    return problems.list();
  }

  @Test
  void needsNothingForASystemInsideKvbench() throws Exception {
    ClusterRequest request = Requests.of(Requests.MEMORY, List.of(), Map.of());
    assertThat(problems(request)).isEmpty();
    try (Cluster cluster = clusters.start(request)) {
      assertThat(cluster.kind()).isEqualTo("none");
      assertThat(cluster.endpoints()).isEmpty();
      assertThat(cluster.description()).isEqualTo("Memory, inside kvbench");
      assertThat(cluster.keptNotice()).isEmpty();
    }
  }

  @Test
  void takesEndpointsThatAreGiven() throws Exception {
    ClusterRequest request = Requests.of(Requests.ETCD, List.of("a:1", "[::1]:2"), Map.of());
    assertThat(problems(request)).isEmpty();
    try (Cluster cluster = clusters.start(request)) {
      assertThat(cluster.kind()).isEqualTo("external");
      assertThat(cluster.endpoints()).containsExactly("a:1", "[::1]:2");
      assertThat(cluster.description()).isEqualTo("external etcd, a:1, [::1]:2");
      assertThat(cluster.nodes()).extracting(ClusterNode::name).containsExactly("a_1", "___1__2");
      assertThat(cluster.logs()).isEmpty();
      assertThat(cluster.diskBytes()).isEmpty();
    }
  }

  @Test
  void saysWhyThereIsNoWay() {
    ClusterRequest request = Requests.of(Requests.UNKNOWN, List.of(), Map.of());
    assertThat(problems(request))
        .singleElement()
        .extracting(Problem::message)
        .asString()
        .contains("no server of Unknown")
        .contains("endpoints=host:port")
        .contains("no embedded server of Unknown")
        .contains("cannot start servers of Unknown")
        .contains("docker: servers in containers need io.kvbench:kvbench-docker");
    assertThatThrownBy(() -> clusters.start(request))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("no server of Unknown");
  }

  @ParameterizedTest
  @CsvSource({
    "cluster, cloud, 'one of auto, external, agents, embedded, process'",
    "cluster, external, no endpoints were given",
    "cluster, docker, io.kvbench:kvbench-docker on the class path",
    "cluster.nodes, 2, '1, 3 or 5'",
    "cluster.nodes, 7, '1, 3 or 5'",
    "cluster.ports, '1,2', one port per node",
    "cluster.ports, 70000, from 1 to 65535",
    "cluster.ports, x, separated by commas",
    "cluster.dir, /does/not/exist, not a writable directory",
  })
  void refusesSettings(String name, String text, String expected) {
    assertThat(problems(Requests.of(Requests.ZOOKEEPER, List.of(), Map.of(name, text))))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.where()).isEqualTo("-p");
              assertThat(problem.message()).contains(expected).contains(name + "=" + text);
            });
  }

  @ParameterizedTest
  @CsvSource({
    "cluster, embedded, endpoints are given",
    "cluster.nodes, 3, endpoints are given",
    "cluster.keep, true, endpoints are given",
    "cluster.bin, /usr/bin, endpoints are given",
  })
  void refusesToStartServersBesideEndpoints(String name, String text, String expected) {
    assertThat(problems(Requests.of(Requests.ZOOKEEPER, List.of("a:1"), Map.of(name, text))))
        .singleElement()
        .extracting(Problem::message)
        .asString()
        .contains(expected);
  }

  @Test
  void findsAllProblemsAtOnce() {
    ClusterRequest request =
        Requests.of(
            Requests.ZOOKEEPER,
            List.of(),
            Map.of("cluster.nodes", "4", "cluster.dir", "/does/not/exist"));
    assertThat(problems(request)).hasSize(2);
    assertThatThrownBy(() -> clusters.start(request))
        .hasMessageContaining("1, 3 or 5")
        .hasMessageContaining("/does/not/exist");
  }

  @Test
  void namesNoSettingTwice() {
    assertThat(clusters.settings()).extracting(setting -> setting.name()).doesNotHaveDuplicates();
  }
}
