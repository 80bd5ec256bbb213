package io.kvbench.runner.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.setting.Problems;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.cluster.Requests;
import io.kvbench.runner.cluster.local.ProgramPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessProviderTest {
  @TempDir private Path directory;

  private static List<String> problems(ClusterRequest request) {
    Problems problems = new Problems();
    Clusters.load().check(request, problems);
    return problems.list().stream().map(problem -> problem.message()).toList();
  }

  private static ClusterRequest etcd(Map<String, String> given) {
    return Requests.of(Requests.ETCD, List.of(), given);
  }

  private Optional<FoundProgram> find(Optional<String> given, Path... path) {
    return new ProgramSearch(given, new ProgramPath(List.of(path))).find(new EtcdProgram());
  }

  @Test
  void findsAProgramWhereItIsSaidToBe() throws Exception {
    Path bin = Files.createDirectories(directory.resolve("bin"));
    Path other = Files.createDirectories(directory.resolve("other"));
    Path program = Programs.script(bin.resolve("etcd"));
    Path renamed = Programs.script(other.resolve("etcd-3.5"));
    Files.writeString(other.resolve("etcd"), "not a program");
    assertThat(find(Optional.empty(), other, bin).orElseThrow().server()).isEqualTo(program);
    assertThat(find(Optional.empty(), other)).isEmpty();
    assertThat(find(Optional.of(bin.toString())).orElseThrow().server()).isEqualTo(program);
    assertThat(find(Optional.of(directory.toString())).orElseThrow().server()).isEqualTo(program);
    assertThat(find(Optional.of(renamed.toString()), bin).orElseThrow().server())
        .isEqualTo(renamed);
    assertThat(find(Optional.of(other.toString()), bin)).isEmpty();
  }

  @Test
  void saysWhatIsMissingAndWhatToDo() {
    EtcdProgram etcd = new EtcdProgram();
    assertThat(new ProgramSearch(Optional.empty(), new ProgramPath(List.of())).missing(etcd))
        .isEqualTo(
            "etcd is not on the PATH (set cluster.bin, or install it,"
                + " https://etcd.io/docs/latest/install/)");
    String nowhere = directory.resolve("nowhere").toString();
    assertThat(problems(etcd(Map.of("cluster.bin", nowhere))))
        .singleElement()
        .asString()
        .contains("cluster.bin asks for cluster=process")
        .contains("cluster.bin=" + nowhere + " does not exist");
    assertThat(problems(etcd(Map.of("cluster.bin", directory.toString()))))
        .singleElement()
        .asString()
        .contains("has no program etcd");
    assertThat(problems(etcd(Map.of("cluster.bin", "/etc/passwd"))))
        .singleElement()
        .asString()
        .contains("is not a program that may be run");
  }

  @Test
  void aProgramThatIsGivenWinsOverTheServersInside() throws Exception {
    Path home = Programs.distribution(directory);
    ClusterRequest request =
        Requests.of(Requests.ZOOKEEPER, List.of(), Map.of("cluster.bin", home.toString()));
    assertThat(problems(request)).isEmpty();
    assertThat(Clusters.load().intent(request))
        .matches(
            "ZooKeeper 3\\.9\\.\\d+: 1 process from .*/bin/zkServer.sh \\(cluster=auto: process\\)");
    assertThat(Clusters.load().intent(Requests.of(Requests.ZOOKEEPER, List.of(), Map.of())))
        .endsWith("(cluster=auto: embedded)");
  }

  @Test
  void refusesWhatItCannotDo() {
    assertThat(
            problems(
                Requests.of(Requests.named("etcd"), List.of("a:1"), Map.of("cluster", "process"))))
        .singleElement()
        .asString()
        .contains("endpoints are given");
  }

  @Test
  void findsTheJarsOfADistribution() throws Exception {
    Path debian = Files.createDirectories(directory.resolve("share/zookeeper/bin"));
    Path script = Programs.script(debian.resolve("zkServer.sh"));
    assertThatThrownBy(() -> ZooKeeperHome.of(script))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("is not part of a distribution of ZooKeeper")
        .hasMessageContaining("share/zookeeper/lib")
        .hasMessageContaining("share/java");
    Path missing = debian.resolve("missing.sh");
    assertThatThrownBy(() -> ZooKeeperHome.of(missing))
        .isInstanceOf(ClusterException.class)
        .hasMessage(missing + " cannot be read: there is no such file. Set cluster.bin.");
    Path java = Files.createDirectories(directory.resolve("share/java"));
    Files.createFile(java.resolve("zookeeper.jar"));
    Files.createFile(java.resolve("something.jar"));
    assertThat(ZooKeeperHome.of(script).jars())
        .containsExactly(java.resolve("zookeeper.jar").toRealPath());
    Path lib = Files.createDirectories(directory.resolve("share/zookeeper/lib"));
    Files.createFile(lib.resolve("zookeeper-3.8.4.jar"));
    Files.createFile(lib.resolve("zookeeper-jute-3.8.4.jar"));
    assertThat(ZooKeeperHome.of(script).version()).isEqualTo("3.8.4");
    assertThat(ZooKeeperHome.of(script).jars()).hasSize(2);
  }

  @Test
  void configuresConsulForProduction() {
    List<ProcessPlan> cluster =
        List.of(
            new ProcessPlan("consul", 1, directory, List.of(101, 201, 301)),
            new ProcessPlan("consul", 2, directory, List.of(102, 202, 302)),
            new ProcessPlan("consul", 3, directory, List.of(103, 203, 303)));
    String configuration =
        ConsulProgram.configuration(
            cluster.get(1),
            cluster,
            Requests.of(
                    Requests.CONSUL, List.of(), Map.of("cluster.consul.kv_max_value_size", "9999"))
                .settings());
    assertThat(configuration)
        .contains(
            "\"bootstrap_expect\": 3",
            "\"node_name\": \"consul-2\"",
            "\"retry_join\": [\"127.0.0.1:301\", \"127.0.0.1:302\", \"127.0.0.1:303\"]",
            "\"http\": 102, \"server\": 202, \"serf_lan\": 302",
            "\"raft_multiplier\": 1",
            "\"http_max_conns_per_client\": 10000, \"kv_max_value_size\": 9999",
            "\"bind_addr\": \"127.0.0.1\"",
            "\"disable_update_check\": true");
  }

  @Test
  void putsAnEtcdBehindEachProxy() throws Exception {
    List<ProcessPlan> cluster =
        List.of(
            new ProcessPlan("zetcd", 1, directory, List.of(101, 201, 301)),
            new ProcessPlan("zetcd", 2, directory, List.of(102, 202, 302)));
    FoundProgram found = new FoundProgram(List.of(Path.of("/x/proxy"), Path.of("/x/etcd")));
    List<List<String>> zetcd =
        new ZetcdProgram().prepare(cluster.get(1), cluster, found, etcd(Map.of()).settings());
    assertThat(zetcd).hasSize(2);
    assertThat(zetcd.getFirst())
        .startsWith("/x/etcd")
        .contains(
            "--listen-client-urls=http://127.0.0.1:202",
            "--initial-cluster=zetcd-1=http://127.0.0.1:301,zetcd-2=http://127.0.0.1:302");
    assertThat(zetcd.getLast())
        .containsExactly(
            "/x/proxy",
            "-zkaddr",
            "127.0.0.1:102",
            "-endpoints",
            "http://127.0.0.1:202",
            "-logtostderr");
    assertThat(
            new CetcdProgram()
                .prepare(cluster.get(1), cluster, found, etcd(Map.of()).settings())
                .getLast())
        .containsExactly(
            "/x/proxy", "-consuladdr", "127.0.0.1:102", "-etcd", "http://127.0.0.1:202");
  }

  @Test
  void saysWhichOfTwoProgramsIsMissing() throws Exception {
    Path bin = Files.createDirectories(directory.resolve("bin"));
    Programs.script(bin.resolve("etcd"));
    assertThat(
            new ProgramSearch(Optional.empty(), new ProgramPath(List.of(bin)))
                .missing(new CetcdProgram()))
        .startsWith("cetcd is not on the PATH (set cluster.bin, or install it, which no")
        .contains("no package registry offers and kvbench does not build");
    Path proxy = Programs.script(directory.resolve("zetcd"));
    assertThat(
            new ProgramSearch(Optional.of(proxy.toString()), new ProgramPath(List.of()))
                .missing(new ZetcdProgram()))
        .startsWith("etcd is not on the PATH");
  }

  @Test
  void configuresEtcdForProduction() {
    List<ProcessPlan> cluster =
        List.of(
            new ProcessPlan("etcd", 1, directory, List.of(101, 201)),
            new ProcessPlan("etcd", 2, directory, List.of(102, 202)));
    List<String> command =
        new EtcdProgram()
            .prepare(
                cluster.get(1),
                cluster,
                new FoundProgram(List.of(Path.of("/x/etcd"))),
                etcd(Map.of("cluster.etcd.flags", " --a=b  --c ")).settings())
            .getFirst();
    assertThat(command)
        .startsWith("/x/etcd")
        .contains(
            "--name=etcd-2",
            "--listen-client-urls=http://127.0.0.1:102",
            "--initial-cluster=etcd-1=http://127.0.0.1:201,etcd-2=http://127.0.0.1:202",
            "--snapshot-count=100000",
            "--quota-backend-bytes=8589934592",
            "--heartbeat-interval=100",
            "--election-timeout=1000")
        .endsWith("--a=b", "--c")
        .noneMatch(word -> word.contains("unsafe"));
  }
}
