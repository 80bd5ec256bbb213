package io.kvbench.runner.run.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunPlanner;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.results.verdict.VerdictSettings;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkCheckTest {
  private static final Setting<String> STEPS = Setting.text("steps", "What the steps do.");
  private static final NetworkUse NO_USE =
      new NetworkUse(NetworkSide.CLIENTS, STEPS, false, false, List.of());

  private static NetworkUse changes(String... assignments) {
    return new NetworkUse(
        NetworkSide.CLIENTS,
        STEPS,
        false,
        false,
        Stream.of(assignments).map(NetworkSettings::change).toList());
  }

  @Test
  void stepsNeedProxiesToo() {
    NetworkUse cuts = new NetworkUse(NetworkSide.CLIENTS, STEPS, true, false, List.of());

    assertThat(problems(cuts, false, Optional.empty(), true)).isEmpty();
    assertThat(problems(cuts, false, Optional.empty(), false))
        .singleElement()
        .asString()
        .startsWith("steps: steps: toxiproxy-server is neither on the PATH nor in ");
    assertThat(problems(cuts, false, Optional.of("clients connect past it."), true))
        .singleElement()
        .asString()
        .contains("clients connect past it");
    assertThat(problems(cuts, true, Optional.empty(), true))
        .singleElement()
        .asString()
        .contains("inside kvbench");
  }

  @Test
  void everyStepLeavesConditionsThatCanBe() {
    NetworkUse use =
        changes(
            "net.jitter=20ms",
            "net.latency=10ms",
            "net.node2.latency=30ms",
            "net.node4.latency=1s");

    assertThat(problems(use, false, Optional.empty(), true, "net.latency=30ms"))
        .extracting(Problem::message)
        .containsExactly(
            "steps: net.node4.latency=1s: there are only 3 servers.",
            "steps: net.latency=10ms: the jitter is more than the latency, 10 ms.");
    assertThat(problems(changes("net.bandwidth=1MB/s"), false, Optional.empty(), true)).isEmpty();
    assertThat(
            problems(
                changes("net.bandwidth=1MB/s"), false, Optional.empty(), true, "connections=4"))
        .singleElement()
        .asString()
        .contains("net.bandwidth=1MB/s: connections share it evenly");
  }

  @Test
  void aStepOfAllServersLeavesThoseWithTheirOwnSetting() {
    Settings settings = settings(new Problems(), "net.latency=1ms", "net.node2.latency=2ms");
    Conditions before = Conditions.of(settings, NetworkSide.CLIENTS);
    Conditions after = before.with(NetworkSettings.change("net.latency=250ms"));

    assertThat(NetworkSettings.of(after, 1).latency().millis()).isEqualTo(250);
    assertThat(NetworkSettings.of(after, 2).latency().millis()).isEqualTo(2);
    Conditions last = after.with(NetworkSettings.change("net.node2.latency=0ms"));
    assertThat(NetworkSettings.of(last, 2).latency().millis()).isZero();
    assertThat(NetworkSettings.of(before, 1).latency().millis()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "net.latency",
        "net.latency=",
        "net.latency=1",
        "net.latency=1ms,2ms,3ms",
        "net.latency=6s,5s",
        "target=5",
        "net=1ms"
      })
  void otherAssignmentsAreNoChanges(String assignment) {
    assertThatThrownBy(() -> NetworkSettings.change(assignment))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "net.latency=100ms",
        "net.latency=0s",
        "net.latency=100ms;net.jitter=100ms",
        "net.bandwidth=1MB/s;net.node2.bandwidth=unlimited;net.node3.latency=240ms",
        "net.latency=10ms;net.node1.latency=0ms;connections=7",
        "net.bandwidth=1MB/s;connections=9",
        "net.latency=80ms,20ms;net.jitter=20ms;net.bandwidth=1MB/s,unlimited;connections=3",
        "net.latency=100ms;net.jitter=50ms,50ms;net.node2.latency=0ms,1ms;net.node2.jitter=0ms",
        "net.bandwidth=1MB/s;connections=2",
        "net.latency=10ms;endpoints=https://a:1/x,[::1]:2,c.example.org:3",
      })
  void goodPlans(String assignments) {
    assertThat(problems(assignments.split(";"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "net.latency=80ms,20ms;net.jitter=21ms | net.jitter | latency in the same direction",
        "net.latency=100ms;net.jitter=60ms,0ms | net.jitter | latency in the same direction",
        "net.bandwidth=unlimited,1MB/s;connections=4 | net.bandwidth | not spread evenly",
        "net.jitter=1ms | net.jitter | more than the latency, 0 ms",
        "net.latency=10ms;net.node2.jitter=11ms | net.node2.jitter | more than the latency, 10 ms",
        "net.node4.latency=1ms | net.node4.latency | only 3 servers",
        "net.node2.latency=1ms;endpoints=h:1 | net.node2.latency | only 1 server.",
        "net.latency=1ms;endpoints=a:1,nohost | net.latency | nohost is not host:port",
        "net.bandwidth=1MB/s;connections=4 | net.bandwidth | a multiple of 3",
        "net.bandwidth=5kB/s;connections=9 | net.bandwidth | cannot be divided among 3",
        "net.bandwidth=1MB/s;connections=8;clients=8;clientsteps=1,8 | net.bandwidth | clientsteps",
        "net.latency=1us | net.latency | whole milliseconds",
        "net.latency=11s | net.latency | whole milliseconds",
        "net.bandwidth=1 | net.bandwidth | 1MB/s",
        "net.bandwidth=1MB/s;oneshotreadproportion=1 | net.bandwidth | connect anew",
      })
  void plansThatCannotBe(String assignments, String setting, String says) {
    assertThat(problems(assignments.split(";")))
        .singleElement()
        .asString()
        .startsWith("test")
        .contains(setting)
        .contains(says);
  }

  /** Each connection has its share of the bandwidth, so there may not come to be more. */
  @Test
  void connectionsOfClientsThatAreAddedAreRefused() {
    SystemDescriptor growing = system(false, true).growing(30);
    String[] open = {"net.bandwidth=1MB/s", "clients=9", "target=500"};
    Problems found = new Problems();

    assertThat(problems(growing, NO_USE, Optional.empty(), true, found, settings(found, open)))
        .singleElement()
        .asString()
        .contains("net.bandwidth", "set clients.max to the value of clients");

    Problems fixed = new Problems();
    Settings settings =
        settings(fixed, "net.bandwidth=1MB/s", "clients=9", "target=500", "clients.max=9");
    assertThat(problems(growing, NO_USE, Optional.empty(), true, fixed, settings)).isEmpty();
  }

  @Test
  void aSystemInsideKvbenchHasNoNetwork() {
    assertThat(problems(true, Optional.empty(), true, "net.latency=1ms"))
        .singleElement()
        .asString()
        .contains("inside kvbench");
  }

  @Test
  void theProgramHasToBeThere() {
    assertThat(problems(false, Optional.empty(), false, "net.latency=1ms"))
        .singleElement()
        .asString()
        .contains("toxiproxy-server is neither on the PATH nor in ", "https://");
    assertThat(problems(false, Optional.empty(), false, "recordcount=5")).isEmpty();
  }

  @Test
  void clientsThatPassTheProxiesAreRefused() {
    assertThat(
            problems(false, Optional.of("they go elsewhere."), true, "net.node1.bandwidth=1MB/s"))
        .singleElement()
        .asString()
        .contains("net.node1.bandwidth: they go elsewhere.");
  }

  @Test
  void allProblemsAreToldAtOnceAndEachOnce() {
    assertThat(
            problems(
                "net.jitter=5ms", "net.bandwidth=1MB/s", "connections=4", "net.node9.latency=1ms"))
        .hasSize(3);
  }

  @Test
  void aServerHasItsOwnConditionsOrThoseOfAll() {
    Settings settings =
        settings(
            new Problems(),
            "net.latency=100ms",
            "net.node2.latency=240ms",
            "net.node2.jitter=20ms");

    assertThat(NetworkSettings.of(settings, 1))
        .hasToString("round trip +100 ms, bandwidth unlimited");
    assertThat(NetworkSettings.of(settings, 2))
        .hasToString("round trip +240 ms ± 20 ms, bandwidth unlimited");
    assertThat(NetworkSettings.of(settings, 12)).isEqualTo(NetworkSettings.of(settings, 1));
    assertThat(NetworkSettings.words(settings))
        .containsExactly(
            "every server: round trip +100 ms, bandwidth unlimited",
            "server 2: round trip +240 ms ± 20 ms, bandwidth unlimited");
  }

  @ParameterizedTest
  @CsvSource({
    "net.latency=100ms, net.jitter=0s, 50, 50",
    "net.latency=5ms, net.jitter=0s, 3, 2",
    "net.latency=1ms, net.jitter=0s, 1, 0",
    "net.latency=100ms, net.jitter=80ms, 20, 80",
  })
  void theDirectionsAddUpToTheLatency(String latency, String jitter, long to, long from) {
    NetworkCondition condition = NetworkSettings.of(settings(new Problems(), latency, jitter), 1);

    assertThat(condition.millisToServer()).isEqualTo(to);
    assertThat(condition.millisFromServer()).isEqualTo(from);
  }

  @Test
  void theNetworkBetweenServersHasConditionsOfItsOwn() {
    Settings settings =
        settings(
            new Problems(),
            "net.latency=10ms",
            "net.peers.latency=30ms",
            "net.peers.node2.bandwidth=1MB/s");

    assertThat(NetworkSettings.of(Conditions.of(settings, NetworkSide.CLIENTS), 2))
        .hasToString("round trip +10 ms, bandwidth unlimited");
    assertThat(NetworkSettings.of(Conditions.of(settings, NetworkSide.PEERS), 2))
        .hasToString("round trip +30 ms, bandwidth 1 MB/s each way");
    assertThat(NetworkSettings.words(settings))
        .containsExactly(
            "every server: round trip +10 ms, bandwidth unlimited",
            "every server from other servers: round trip +30 ms, bandwidth unlimited",
            "server 2 from other servers: round trip +30 ms, bandwidth 1 MB/s each way");
    assertThat(NetworkSettings.change("net.peers.node2.latency=1ms").side())
        .isEqualTo(NetworkSide.PEERS);
    assertThat(NetworkSettings.change("net.peers.node2.latency=1ms").node()).hasValue(2);
    assertThat(NetworkSettings.change("net.node2.latency=1ms").side())
        .isEqualTo(NetworkSide.CLIENTS);
  }

  @Test
  void conditionsBetweenServersAreOfServersThatKvbenchStarts() {
    NetworkUse use = new NetworkUse(NetworkSide.PEERS, STEPS, false, false, List.of());

    assertThat(problems(use, false, Optional.empty(), true, "net.peers.bandwidth=1MB/s")).isEmpty();
    assertThat(
            problems(use, false, Optional.empty(), true, "net.peers.latency=1ms", "endpoints=h:1"))
        .singleElement()
        .asString()
        .contains("servers that kvbench starts");
    assertThat(
            problems(
                use,
                false,
                Optional.empty(),
                true,
                "net.peers.latency=1ms",
                "net.peers.jitter=2ms"))
        .singleElement()
        .asString()
        .contains("net.peers.jitter: the jitter is more than the latency");
  }

  @Test
  void everySettingIsComparedAsPartOfTheNetwork() {
    assertThat(NetworkSettings.all())
        .hasSize(61)
        .allSatisfy(
            setting -> {
              assertThat(setting.affects()).contains(Affects.SERVERS);
              assertThat(setting.decides().orElseThrow()).hasToString("network");
            });
  }

  private static List<Problem> problems(String... assignments) {
    return problems(false, Optional.empty(), true, assignments);
  }

  private static List<Problem> problems(
      boolean local, Optional<String> bypass, boolean installed, String... assignments) {
    return problems(NO_USE, local, bypass, installed, assignments);
  }

  private static List<Problem> problems(
      NetworkUse use,
      boolean local,
      Optional<String> bypass,
      boolean installed,
      String... assignments) {
    Problems problems = new Problems();
    Settings settings = settings(problems, assignments);
    return problems(system(local, false), use, bypass, installed, problems, settings);
  }

  private static SystemDescriptor system(boolean local, boolean exclusive) {
    return new SystemDescriptor(
        "fake",
        "Fake",
        EnumSet.allOf(Capability.class),
        Map.of(),
        List.of(),
        local,
        exclusive,
        false);
  }

  private static List<Problem> problems(
      SystemDescriptor system,
      NetworkUse use,
      Optional<String> bypass,
      boolean installed,
      Problems problems,
      Settings settings) {
    Optional<RunPlan> plan = RunPlanner.plan("test", system, settings, problems);
    List<String> endpoints = settings.find(RunSettings.ENDPOINTS).orElse(List.of());
    NetworkCheck.check(
        new ClusterRequest(system, SystemServers.UNKNOWN, Optional.empty(), endpoints, settings),
        use,
        bypass,
        plan,
        installed,
        problems);
    return problems.list();
  }

  private static Settings settings(Problems problems, String... assignments) {
    Assignments given =
        new Assignments()
            .add("recordcount", "10", Origin.of("test"))
            .add("operationcount", "100", Origin.of("test"))
            .add("clients", "10", Origin.of("test"))
            .add("cluster.nodes", "3", Origin.of("test"));
    for (String assignment : assignments) {
      String[] parts = assignment.split("=", 2);
      given.add(parts[0], parts[1], Origin.of("test"));
    }
    List<Setting<?>> known = new ArrayList<>(RunSettings.all());
    known.addAll(VerdictSettings.all());
    known.addAll(Workload.settings());
    known.addAll(ClusterSettings.all());
    known.addAll(NetworkSettings.all());
    return Settings.resolve(given, known, problems);
  }
}
