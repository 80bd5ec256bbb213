package io.kvbench.runner.app.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.server.ClientAccess;
import io.kvbench.core.server.ServerMetrics;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.SecurityResult;
import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.app.faults.LeaderKilledIT;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.embed.Kvbench;
import io.kvbench.runner.embed.PlanBuilder;
import io.kvbench.runner.embed.WorkloadSpec;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.RunOutcome;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of servers that kvbench starts with TLS and users: runs on them, and rejected clients. */
@Order(1)
final class SecuredClustersIT {
  private static final Duration LONGEST = Duration.ofMinutes(2);

  /** The timeout of clients with valid credentials, and of those that wait for nothing. */
  private static final Duration LONG = Duration.ofSeconds(30);

  private static final Duration SHORT = Duration.ofSeconds(2);
  private static final Pattern SECRET =
      Pattern.compile("\\b[0-9a-f]{32}\\b|\\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b");

  private static final List<String> LOGIN =
      List.of("etcd.user", "etcd.password.file", "zookeeper.sasl.jaas", "consul.token.file");
  private static final List<String> ENCRYPTION =
      List.of("etcd.cacert", "zookeeper.client.secure", "consul.tls", "consul.cacert");

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "etcd, process, true, true, 3",
    "zookeeper, embedded, true, true, 3",
    "consul, process, true, true, 3",
    "etcd, process, false, true, 1",
    "zookeeper, embedded, false, true, 1",
    "consul, process, true, false, 1"
  })
  void aRunUsesWhatItsServersWereStartedWith(
      String system, String kind, boolean tls, boolean auth, int nodes) throws Exception {
    runs(system, kind, tls, auth, nodes);
  }

  @Tag("matrix")
  @ParameterizedTest
  @CsvSource({
    "etcd, process, true, false, 1",
    "zookeeper, embedded, true, false, 1",
    "consul, process, false, true, 1",
    "zookeeper, process, true, true, 3",
    "etcd, docker, true, true, 3"
  })
  void aRunUsesWhatServersOfEveryKindWereStartedWith(
      String system, String kind, boolean tls, boolean auth, int nodes) throws Exception {
    runs(system, kind, tls, auth, nodes);
  }

  private void runs(String system, String kind, boolean tls, boolean auth, int nodes)
      throws Exception {
    require(system, kind);
    PlanBuilder plan =
        load(system)
            .set("cluster", kind)
            .set("cluster.nodes", String.valueOf(nodes))
            .set("cluster.dir", directory.toString())
            .set("cluster.tls", String.valueOf(tls))
            .set("cluster.auth", String.valueOf(auth));
    RunResult result = Kvbench.run(plan.build());

    assertThat(result.status()).as(() -> result.verdict().toString()).isEqualTo(RunStatus.COMPLETE);
    assertThat(result.cluster().security()).contains(new SecurityResult(tls, auth));
    assertThat(result.cluster().description())
        .satisfies(text -> assertThat(text.contains(", TLS")).isEqualTo(tls))
        .satisfies(text -> assertThat(text.contains(", users")).isEqualTo(auth));
    assertThat(result.store().storeCheck().orElseThrow().agrees()).isTrue();
    assertThat(result.cluster().servers().orElseThrow())
        .hasSize(nodes)
        .allSatisfy(server -> assertThat(server.problem()).isEmpty());
    try (var left = Files.list(directory)) {
      assertThat(left).as("certificates and passwords go with the servers").isEmpty();
    }
  }

  private static void require(String system, String kind) {
    if (kind.equals("docker")) {
      LeaderKilledIT.requireEngine();
    } else if (kind.equals("process")) {
      RealServers.require(system.equals("zookeeper") ? "zkServer.sh" : system);
    }
  }

  /** Locks need more than records: keys elsewhere, sessions, leases. */
  private static PlanBuilder load(String system) {
    return Kvbench.plan(system)
        .workload(WorkloadSpec.mix("secured").records(50).reads(0.5).updates(0.4))
        .requests(150)
        .set("lockproportion", "0.1")
        .set(setting(system), area(system));
  }

  private static String setting(String system) {
    return system.equals("zookeeper") ? "zookeeper.root" : system + ".prefix";
  }

  private static String area(String system) {
    return system.equals("zookeeper") ? "/bench" : "bench/";
  }

  @ParameterizedTest
  @CsvSource({
    "etcd, process, 1",
    "zookeeper, embedded, 1",
    "consul, process, 1",
    "etcd, docker, 1"
  })
  void strangersAreRefusedAndARestartedServerIsNot(String system, String kind, int nodes)
      throws Exception {
    refusesStrangers(system, kind, nodes);
  }

  @Tag("matrix")
  @ParameterizedTest
  @CsvSource({"zookeeper, docker, 3", "consul, docker, 3"})
  void strangersAreRefusedByContainersOfACluster(String system, String kind, int nodes)
      throws Exception {
    refusesStrangers(system, kind, nodes);
  }

  private void refusesStrangers(String system, String kind, int nodes) throws Exception {
    require(system, kind);
    Bindings.Reachable reachable = Bindings.load().find(system).orElseThrow();
    Clusters clusters = Clusters.load();
    Assignments given =
        new Assignments()
            .add("cluster", kind, Origin.of("test"))
            .add("cluster.nodes", String.valueOf(nodes), Origin.of("test"))
            .add("cluster.dir", directory.toString(), Origin.of("test"))
            .add("cluster.tls", "true", Origin.of("test"))
            .add("cluster.auth", "true", Origin.of("test"))
            .add(setting(system), area(system), Origin.of("test"));
    List<Setting<?>> known = new ArrayList<>(clusters.settings());
    known.addAll(reachable.system().settings());
    Settings settings = Settings.resolve(given, known, new Problems());
    try (Cluster cluster = clusters.start(reachable.servers(List.of(), settings))) {
      ClientAccess access = cluster.secured().map(SystemServers::access).orElseThrow();
      String[] secrets = secretsIn(access);
      assertThat(secrets).as("passwords").isNotEmpty();
      assertThat(commandLines()).doesNotContain(secrets);

      Map<String, String> own = new HashMap<>(access.settings());
      own.put(setting(system), area(system));
      assertThat(count(reachable, cluster, own)).isPresent();
      List<Map<String, String>> strangers =
          List.of(
              Map.of(setting(system), area(system)),
              without(own, LOGIN),
              without(own, ENCRYPTION),
              withOtherSecrets(own, access));
      strangers.parallelStream()
          .forEach(
              stranger ->
                  assertThatThrownBy(() -> state(reachable, cluster, stranger, SHORT))
                      .as(stranger::toString)
                      .isInstanceOf(BindingException.class));
      assertTheUserIsLimited(reachable, cluster, access);
      await("metrics", () -> hasMetrics(cluster));

      ClusterNode node = cluster.nodes().getFirst();
      node.kill();
      node.restart();
      await("a role after the restart", () -> !node.role().equals("unknown"));
      assertThat(count(reachable, cluster, own)).isPresent();

      RunOutcome run = runOn(cluster, system, access);
      assertThat(run.result().store().storeCheck().orElseThrow().agrees()).isTrue();
      List<Path> written = new ArrayList<>(cluster.logs());
      try (Stream<Path> files = Files.walk(run.directory())) {
        files.filter(Files::isRegularFile).forEach(written::add);
      }
      for (Path file : written) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as(file::toString)
            .doesNotContain(secrets);
      }
    }
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime() - deadline).as(what).isNegative();
      Thread.sleep(50);
    }
  }

  /** Consul has none in its first seconds. */
  private static boolean hasMetrics(Cluster cluster) {
    ServerMetrics metrics =
        cluster
            .secured()
            .orElseThrow()
            .telemetry()
            .metrics(cluster.endpoints().getFirst())
            .orElseThrow();
    try {
      return metrics.ask().containsKey(metrics.writes());
    } catch (IOException e) {
      return false;
    }
  }

  private RunOutcome runOn(Cluster cluster, String system, ClientAccess access) throws Exception {
    PlanBuilder plan = load(system).endpoints(cluster.endpoints().toArray(String[]::new));
    access.settings().forEach(plan::set);
    return Kvbench.run(plan.build(), directory.resolve("results"));
  }

  /** ZooKeeper's user has what it creates. */
  private static void assertTheUserIsLimited(
      Bindings.Reachable reachable, Cluster cluster, ClientAccess access) throws Exception {
    switch (reachable.system().name()) {
      case "etcd" ->
          assertThat(state(reachable, cluster, access.settings(), LONG).problem().orElse(""))
              .contains("permission denied");
      case "consul" ->
          assertThatThrownBy(() -> state(reachable, cluster, access.settings(), LONG))
              .hasMessageContaining("denies this client access to kvbench/");
      default -> assertThat(access.settings()).containsEntry("zookeeper.acl", "creator");
    }
  }

  /** Returns settings with files that have the secrets of another cluster, as it were. */
  private Map<String, String> withOtherSecrets(Map<String, String> own, ClientAccess access)
      throws Exception {
    Map<String, String> settings = new HashMap<>(own);
    for (Map.Entry<String, String> setting : own.entrySet()) {
      Path file = Path.of(setting.getValue());
      if (access.files().containsKey(file)) {
        String text = Files.readString(file);
        for (String secret : secretsIn(access)) {
          text = text.replace(secret, new StringBuilder(secret).reverse());
        }
        assertThat(text).isNotEqualTo(Files.readString(file));
        Path other = directory.resolve("other-" + file.getFileName());
        settings.put(setting.getKey(), Files.writeString(other, text).toString());
      }
    }
    return settings;
  }

  private static Map<String, String> without(Map<String, String> own, List<String> names) {
    return own.entrySet().stream()
        .filter(setting -> !names.contains(setting.getKey()))
        .filter(setting -> !setting.getKey().equals("zookeeper.acl"))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static String[] secretsIn(ClientAccess access) throws Exception {
    StringBuilder texts = new StringBuilder();
    for (Path file : access.files().keySet()) {
      texts.append(Files.readString(file)).append(' ');
    }
    return SECRET.matcher(texts).results().map(found -> found.group()).toArray(String[]::new);
  }

  private static String commandLines() {
    return ProcessHandle.allProcesses()
        .flatMap(process -> process.info().commandLine().stream())
        .collect(Collectors.joining("\n"));
  }

  /** Connects as a client with these settings, and returns how many keys the server reports. */
  private static Optional<Long> count(
      Bindings.Reachable reachable, Cluster cluster, Map<String, String> access) throws Exception {
    ServerState state = state(reachable, cluster, access, LONG);
    assertThat(state.problem()).isEmpty();
    return state.keys().stream().boxed().findFirst();
  }

  private static ServerState state(
      Bindings.Reachable reachable, Cluster cluster, Map<String, String> access, Duration limit)
      throws Exception {
    Assignments given = new Assignments();
    access.forEach((name, text) -> given.add(name, text, Origin.of("test")));
    Settings settings = Settings.resolve(given, reachable.system().settings(), new Problems());
    BindingConfig config = new BindingConfig(cluster.endpoints(), 1, limit, settings);
    try (Binding binding = reachable.provider().open(reachable.system(), config)) {
      return binding.servers().getFirst();
    }
  }

  @Test
  void whatCannotBeSecuredIsRefused() {
    KvbenchCommand command =
        KvbenchCommand.run(
            List.of(
                "plan",
                "-db",
                "etcd",
                "-P",
                "workloads/smoke",
                "-p",
                "endpoints=127.0.0.1:2379",
                "-p",
                "cluster.tls=true"));
    command.check();
    assertThat(command.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(command.err()).contains("cluster.tls applies to servers that kvbench starts");
    KvbenchCommand conflict =
        KvbenchCommand.run(
            List.of(
                "plan",
                "-db",
                "zookeeper",
                "-P",
                "workloads/smoke",
                "-p",
                "zookeeper.acl=open",
                "-p",
                "cluster.auth=true"));
    conflict.check();
    assertThat(conflict.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(conflict.err()).contains("zookeeper.acl conflicts with cluster.auth");
    RealServers.require("consul");
    KvbenchCommand secret =
        KvbenchCommand.run(
            List.of(
                "plan",
                "-db",
                "consul",
                "-P",
                "workloads/smoke",
                "-p",
                "cluster=process",
                "-p",
                "consul.token=geheim",
                "-p",
                "cluster.auth=true"));
    secret.check();
    assertThat(secret.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(secret.err())
        .contains("consul.token conflicts with cluster.auth")
        .doesNotContain("geheim");
  }
}
