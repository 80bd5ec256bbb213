package io.kvbench.runner.run.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.LimitSettings;
import io.kvbench.runner.run.network.NetworkSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyTest {
  /** The example of the benchmark whose files these are. */
  private static final String EXAMPLE =
      """
      [
        {
          "ip": "10.0.0.251", // instance ip
          "mem": "100m", // memory limits
          "cpus": "8", // cpu limits in cpu units
          "bandwidth": 1000, // bandwith limits
          "link_delay": "3ms"
        },
        {
          "ip": "10.0.0.252",
          "mem": "1g",
          "cpus": 0.5,
          "bandwidth": 1,
          "link_delay": "500us"
        }
      ]
      """;

  @TempDir private Path directory;

  private Settings resolve(String text, boolean network, Problems problems, String... given)
      throws IOException {
    Path file = Files.writeString(directory.resolve("t.json"), text);
    Assignments assignments =
        new Assignments()
            .add("cluster.topology", file.toString(), Origin.of("-p cluster.topology"));
    for (String each : given) {
      String[] parts = each.split("=", 2);
      assignments.add(parts[0], parts[1], Origin.of("-p " + each));
    }
    List<Setting<?>> known = new ArrayList<>(ClusterSettings.all());
    known.addAll(LimitSettings.all());
    known.addAll(NetworkSettings.all());
    return Settings.resolve(Topology.expand(assignments, network, problems), known, problems);
  }

  private static List<String> given(Settings settings) {
    return settings.entries().stream()
        .filter(entry -> entry.origin().filter(origin -> origin.line() > 0).isPresent())
        .map(
            entry ->
                entry.setting().name()
                    + "="
                    + entry.text()
                    + " "
                    + entry.origin().orElseThrow().line())
        .toList();
  }

  private List<String> problems(String text, String... given) throws IOException {
    Problems problems = new Problems();
    resolve(text, true, problems, given);
    return problems.list().stream()
        .map(Problem::toString)
        .map(problem -> problem.replace(directory + "/", ""))
        .toList();
  }

  @Test
  void everyServerHasItsLimitsAndItsNetwork() throws Exception {
    Problems problems = new Problems();
    Settings settings = resolve(EXAMPLE, true, problems, "limit.disk=1MB/s", "net.jitter=1ms");

    assertThat(problems.list()).isEmpty();
    assertThat(given(settings))
        .containsExactlyInAnyOrder(
            "cluster.nodes=2 1",
            "limit.node1.memory=100m 4",
            "limit.node2.memory=1g 11",
            "limit.node1.cpus=8 5",
            "limit.node2.cpus=0.5 12",
            "net.node1.latency=6ms 7",
            "net.node2.latency=1ms 14",
            "net.node1.bandwidth=1000Mbit/s 6",
            "net.node2.bandwidth=1Mbit/s 13");
    assertThat(NetworkSettings.words(settings))
        .contains("server 1: round trip +6 ms ± 1 ms, bandwidth 125 MB/s each way");
    assertThat(LimitSettings.of(settings, 1).toString())
        .isEqualTo("memory 100 MiB, 8 CPUs, disk 1 MB/s");
    assertThat(Topology.note(settings).orElseThrow())
        .contains("1: 10.0.0.251, 2: 10.0.0.252", "twice its time");
  }

  @Test
  void theNetworkBetweenServersIsSetApart() throws Exception {
    Problems problems = new Problems();
    String text =
        """
        [{"ip": "10.0.0.1", "bandwidth": 100, "peer_bandwidth": 10, "peer_delay": "2ms"}]
        """;
    assertThat(given(resolve(text, true, problems)))
        .contains(
            "net.node1.bandwidth=100Mbit/s 1",
            "net.peers.node1.bandwidth=10Mbit/s 1",
            "net.peers.node1.latency=4ms 1");
    assertThat(problems.list()).isEmpty();
    assertThat(problems(text, "net.peers.node1.latency=1ms"))
        .singleElement()
        .asString()
        .contains("conflicts with cluster.topology");
  }

  @Test
  void serversWithoutClientsHaveNoNetworkToThem() throws Exception {
    Problems problems = new Problems();
    assertThat(given(resolve(EXAMPLE, false, problems)))
        .hasSize(5)
        .noneMatch(each -> each.startsWith("net."));
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void allProblemsAreToldWithTheirLines() throws Exception {
    assertThat(
            problems(
                """
                [
                  { "ip": "10.0.0.256",
                    "mem": "100x",
                    "cpus": "many" },
                  { "ip": "10.0.0.1",
                    "bandwidth": "1Gbit",
                    "link_delay": "0.3ms",
                    "memory": "1g" },
                  { "ip": "10.0.0.1", "ip": "10.0.0.2",
                    "cpus": [1, {"x": 2}],
                    "mem": null },
                  { "mem": "1m" },
                  17
                ]
                """))
        .containsExactlyInAnyOrder(
            "t.json:2: server 1: invalid value ip=10.0.0.256; expected an IP address, as in"
                + " \"10.0.0.251\".",
            "t.json:3: server 1: invalid value mem=100x; expected a size in Docker's notation, as"
                + " in \"100m\".",
            "t.json:4: server 1: invalid value cpus=many; expected a number of processors, as in"
                + " \"0.5\".",
            "t.json:6: server 2: invalid value bandwidth=1Gbit; expected a number of Mbit/s, as in"
                + " 1000.",
            "t.json:7: server 2: invalid value link_delay=0.3ms; expected a multiple of 0.5ms up to"
                + " 5s, as in \"3ms\".",
            "t.json:8: server 2: unknown field 'memory'; expected bandwidth, cpus, ip, link_delay,"
                + " mem, peer_bandwidth, peer_delay.",
            "t.json:9: server 3: ip is there twice.",
            "t.json:9: server 3: another server has the ip 10.0.0.1.",
            "t.json:10: server 3: cpus is neither a text nor a number.",
            "t.json:11: server 3: mem is neither a text nor a number.",
            "t.json:12: server 4 has no ip.",
            "t.json:13: server 5: expected an object.",
            "t.json:12: invalid value limit.node4.memory=1m; expected a size of at least 6MiB in"
                + " kB, MB, GB, KiB, MiB, GiB, or as with Docker (m, g), as in 512MB.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'{}' | t.json:1: expected an array",
        "'' | t.json:1: expected an array",
        "'[]' | has 0 servers",
        "'[{\"ip\": \"1.1.1.1\"}' | expected close marker for Array.",
        "'[{\"ip\": \"1.1.1.1\"}] x' | is not JSON",
        "'[{\"ip\": \"1.1.1.1\"}] 1' | nothing after the array",
      })
  void otherFormsAreRefused(String text, String says) throws Exception {
    assertThat(problems(text)).singleElement().asString().contains(says);
  }

  @Test
  void whatTheFileSaysIsNotSaidBesideIt() throws Exception {
    assertThat(
            problems(
                "[{\"ip\": \"fe80::1\"}]",
                "cluster.nodes=3",
                "limit.node1.disk=1MB/s",
                "net.node1.latency=1ms",
                "limit.cpus=1"))
        .hasSize(3)
        .allMatch(problem -> problem.contains("conflicts with cluster.topology"))
        .anyMatch(problem -> problem.startsWith("-p cluster.nodes=3: cluster.nodes"));
  }

  @Test
  void aFileThatIsNotThereIsAProblem() {
    Problems problems = new Problems();
    Topology.expand(
        new Assignments().add("cluster.topology", directory + "/none", Origin.of("-p x")),
        true,
        problems);
    assertThat(problems.list()).singleElement().asString().contains("-p x", "none");
  }
}
