package io.kvbench.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerKindTest {
  private static final NodePlan ONE = new NodePlan("n-1", 1, 1001);
  private static final NodePlan TWO = new NodePlan("n-2", 2, 1002);
  private static final List<NodePlan> BOTH = List.of(ONE, TWO);
  private static final Settings DEFAULTS = Requests.settings(Map.of());

  @Test
  void tellsEtcdItsFlags() {
    Settings settings =
        Requests.settings(
            Map.of("cluster.etcd.snapshot-count", "7", "cluster.etcd.flags", "--a=1  --b"));
    assertThat(new EtcdServer().arguments(TWO, BOTH, settings))
        .contains(
            "--advertise-client-urls=http://127.0.0.1:1002",
            "--initial-advertise-peer-urls=http://n-2:2380",
            "--initial-cluster=n-1=http://n-1:2380,n-2=http://n-2:2380",
            "--snapshot-count=7",
            "--quota-backend-bytes=8589934592")
        .endsWith("--a=1", "--b");
  }

  @Test
  void tellsConsulWhomToJoin() {
    assertThat(new ConsulServer().arguments(TWO, BOTH, DEFAULTS))
        .contains("-bootstrap-expect=2", "-retry-join=n-1", "-retry-join=n-2")
        .contains("-hcl=performance { raft_multiplier = 1 }");
    assertThat(new ConsulServer().arguments(ONE, List.of(ONE), DEFAULTS))
        .contains("-bootstrap-expect=1")
        .noneMatch(argument -> argument.startsWith("-retry"));
  }

  @Test
  void tellsZetcdItsOwnEtcdAlone() {
    assertThat(new ZetcdServer().arguments(TWO, BOTH, DEFAULTS))
        .containsExactly("-zkaddr=0.0.0.0:2181", "-endpoints=http://etcd-2:2379", "-logtostderr");
    assertThat(ZetcdServer.version("Running zetcd proxy\nVersion: v0.0.5\nSHA: x\n"))
        .contains("0.0.5");
    assertThat(ZetcdServer.version("Version: Version not provided (use make)\n")).isEmpty();
  }

  @Test
  void writesZooKeepersConfiguration() {
    Map<String, String> files = new ZooKeeperServer().files(TWO, BOTH, DEFAULTS);
    assertThat(files)
        .containsOnlyKeys("/conf/zoo.cfg", "/data/myid")
        .containsEntry("/data/myid", "2\n");
    assertThat(files.get("/conf/zoo.cfg").lines())
        .contains("snapCount=100000", "dataDir=/data", "server.2=n-2:2888:3888");
    assertThat(new ZooKeeperServer().files(ONE, List.of(ONE), DEFAULTS).get("/conf/zoo.cfg"))
        .doesNotContain("server.");
  }

  @Test
  void fitsTheHeapIntoTheMemory() {
    assertThat(heap(Map.of("cluster.docker.memory", "1g"))).contains("-Xmx768m ");
    assertThat(heap(Map.of("cluster.docker.memory", "1g", "cluster.zookeeper.heap", "300m")))
        .contains("-Xmx300m ");
    assertThat(heap(Map.of())).containsPattern("-Xmx\\d{3,4}m ");
    assertThat(
            heap(
                Map.of(
                    "cluster.zookeeper.heap.initial", "256m",
                    "cluster.zookeeper.flags", "-XX:+UseSerialGC")))
        .endsWith(" -Xms256m -XX:+UseSerialGC");
  }

  private static String heap(Map<String, String> given) {
    Map<String, String> environment =
        new ZooKeeperServer().environment(3, Requests.settings(given));
    assertThat(environment.get("SERVER_JVMFLAGS")).isEqualTo(environment.get("JAVA_TOOL_OPTIONS"));
    return environment.get("JAVA_TOOL_OPTIONS");
  }

  @ParameterizedTest
  @ValueSource(strings = {"63m", "1", "1k", "0g", "-1g", "g", "99999999999g"})
  void refusesSizesOfMemory(String text) {
    assertThatThrownBy(() -> Requests.settings(Map.of("cluster.docker.memory", text)))
        .hasMessageContaining("cluster.docker.memory=" + text)
        .hasMessageContaining("512m or 2g");
  }

  @Test
  void takesSizesOfMemory() {
    assertThat(
            Requests.settings(Map.of("cluster.docker.memory", "64M")).find(DockerSettings.MEMORY))
        .contains(64L << 20);
    assertThat(Requests.settings(Map.of("cluster.docker.memory", "2g")).find(DockerSettings.MEMORY))
        .contains(2L << 30);
  }

  @Test
  void readsFieldsOfAnswers() {
    String answer = "{\"etcdserver\":\"3.6.16\", \"n\" : 12,\"end\":true}";
    assertThat(Question.field(answer, "etcdserver")).contains("3.6.16");
    assertThat(Question.field(answer, "n")).contains("12");
    assertThat(Question.field(answer, "end")).contains("true");
    assertThat(Question.field(answer, "server")).isEmpty();
  }
}
