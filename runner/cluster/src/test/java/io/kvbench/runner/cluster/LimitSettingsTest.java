package io.kvbench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitSettingsTest {
  private static Settings settings(Map<String, String> given) {
    return Requests.of(Requests.ZOOKEEPER, List.of(), given).settings();
  }

  private static List<String> problems(
      SystemDescriptor system, List<String> endpoints, Map<String, String> given) {
    Problems problems = new Problems();
    LimitSettings.check(Requests.of(system, endpoints, given), problems);
    return problems.list().stream().map(Problem::toString).toList();
  }

  @Test
  void limitsAreThoseOfAServerOrOfAll() {
    Settings given =
        settings(
            Map.of(
                "limit.memory", "512MB",
                "limit.cpus", "0.5",
                "limit.node2.memory", "1GiB",
                "limit.node2.disk", "20MB/s"));

    assertThat(LimitSettings.of(given, 1))
        .isEqualTo(
            new Limits(OptionalLong.of(512_000_000), OptionalDouble.of(0.5), OptionalLong.empty()));
    assertThat(LimitSettings.of(given, 2))
        .isEqualTo(
            new Limits(
                OptionalLong.of(1 << 30), OptionalDouble.of(0.5), OptionalLong.of(20_000_000)));
    assertThat(LimitSettings.words(given))
        .containsExactly(
            "every server: memory 512 MB, 0.5 CPUs",
            "server 2: memory 1 GiB, 0.5 CPUs, disk 20 MB/s");
    assertThat(LimitSettings.of(settings(Map.of()), 1).isNone()).isTrue();
    assertThat(LimitSettings.words(settings(Map.of()))).isEmpty();
  }

  @Test
  void theNamesOfContainersLimitsStillWork() {
    Settings former =
        settings(Map.of("cluster.docker.memory", "512m", "cluster.docker.cpus", "0.5"));

    assertThat(LimitSettings.of(former, 1))
        .isEqualTo(
            new Limits(OptionalLong.of(512 << 20), OptionalDouble.of(0.5), OptionalLong.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    "limit.memory, 5MiB, at least 6MiB",
    "limit.memory, 512, as in 512MB",
    "limit.node3.memory, x, as in 512MB",
    "limit.cpus, 0, 0.01",
    "limit.cpus, half, 0.01",
    "limit.disk, 20MB, as in 20MB/s",
    "limit.disk, 1b/s, at least 1kB/s",
  })
  void refusesBadValues(String name, String text, String says) {
    assertThatThrownBy(() -> settings(Map.of(name, text)))
        .hasMessageContaining(name + "=" + text)
        .hasMessageContaining(says);
  }

  @Test
  void whatCannotBeLimitedIsNamed() {
    assertThat(problems(Requests.MEMORY, List.of(), Map.of("limit.cpus", "1")))
        .singleElement()
        .asString()
        .contains("limit.cpus: there are no servers to limit", "inside kvbench");
    assertThat(problems(Requests.ETCD, List.of("a:1"), Map.of("limit.memory", "1g")))
        .singleElement()
        .asString()
        .contains("limit.memory applies to servers that kvbench starts");
    assertThat(
            problems(
                Requests.ETCD,
                List.of(),
                Map.of("cluster.nodes", "3", "limit.node4.cpus", "1", "limit.node3.cpus", "1")))
        .singleElement()
        .asString()
        .contains("limit.node4.cpus: there are only 3 servers.");
    assertThat(problems(Requests.ETCD, List.of(), Map.of("limit.node2.disk", "1MB/s")))
        .singleElement()
        .asString()
        .contains("there is only 1 server.");
  }

  @Test
  void limitsInForceAreWhatWasAskedForUpToAPage() {
    Limits asked =
        new Limits(OptionalLong.of(100_000_000), OptionalDouble.of(0.2), OptionalLong.of(5_000));

    assertThat(
            asked.areMetBy(
                new Limits(
                    OptionalLong.of(99_999_744), OptionalDouble.of(0.2), OptionalLong.of(5_000))))
        .isTrue();
    assertThat(
            asked.areMetBy(
                new Limits(
                    OptionalLong.of(90_000_000), OptionalDouble.of(0.2), OptionalLong.of(5_000))))
        .isFalse();
    assertThat(asked.areMetBy(Limits.NONE)).isFalse();
    assertThat(Limits.NONE.areMetBy(asked)).isFalse();
    assertThat(
            asked.areMetBy(
                new Limits(
                    OptionalLong.of(100_000_000), OptionalDouble.of(2), OptionalLong.of(5_000))))
        .isFalse();
    assertThat(
            asked.areMetBy(
                new Limits(
                    OptionalLong.of(100_000_000), OptionalDouble.of(0.2), OptionalLong.empty())))
        .isFalse();
  }

  @Test
  void countersAreIncreasesUnlessAServerHasStartedAnew() {
    LimitUse before =
        new LimitUse(
            OptionalLong.of(50),
            OptionalLong.of(3),
            OptionalLong.of(10),
            OptionalLong.of(9),
            OptionalLong.empty());
    LimitUse after =
        new LimitUse(
            OptionalLong.of(60),
            OptionalLong.of(5),
            OptionalLong.of(4),
            OptionalLong.of(9),
            OptionalLong.of(7));

    assertThat(after.since(before))
        .isEqualTo(
            new LimitUse(
                OptionalLong.of(60),
                OptionalLong.of(2),
                OptionalLong.of(4),
                OptionalLong.of(0),
                OptionalLong.empty()));
  }
}
