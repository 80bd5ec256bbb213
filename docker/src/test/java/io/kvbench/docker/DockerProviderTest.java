package io.kvbench.docker;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.runner.cluster.ClusterProvider;
import io.kvbench.runner.cluster.ServerUse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class DockerProviderTest {
  private final DockerProvider provider = new DockerProvider();

  @Test
  void isFound() {
    assertThat(ServiceLoader.load(ClusterProvider.class))
        .hasAtLeastOneElementOfType(DockerProvider.class);
    assertThat(provider.kind()).isEqualTo("docker");
  }

  @Test
  void saysWhatItCannotServe() {
    assertThat(provider.obstacle(Requests.of("pocket", Map.of())))
        .contains("kvbench has no image of the pocket");
    assertThat(provider.obstacle(Requests.of("etcd", List.of("a:1"), Map.of())))
        .contains("endpoints are given; omit one of the two");
  }

  @Test
  void checksWhatAllProvidersCheck() {
    Problems problems = new Problems();
    provider.check(
        Requests.of("etcd", Map.of("cluster.nodes", "2", "cluster.dir", "/does/not/exist")),
        problems);
    assertThat(problems.list()).hasSize(2);
  }

  @Test
  void hasNoProxiesBetweenContainersWithTls() {
    ServerUse proxied =
        new ServerUse(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(Setting.text("net.peers.latency", "A latency.")),
            Optional.empty());
    for (String tls : List.of("true", "false")) {
      Problems problems = new Problems();
      provider.check(
          Requests.of("etcd", Map.of("cluster.nodes", "3", "cluster.tls", tls)).with(proxied),
          problems);
      assertThat(problems.list()).hasSize(tls.equals("true") ? 1 : 0);
      assertThat(problems.list())
          .allMatch(problem -> problem.toString().contains("net.peers.latency: containers with"));
    }
  }

  @Test
  void takesItsOwnSettingsForAWish() {
    assertThat(provider.decisive())
        .isNotEmpty()
        .allMatch(setting -> setting.name().startsWith("cluster.docker."));
    assertThat(provider.settings()).containsAll(provider.decisive());
  }

  @Test
  void tellsTheEnginesWords() {
    Exception engine =
        new IllegalStateException("Status 500: {\"message\":\"no such \\\"thing\\\" here.\"}");
    assertThat(Failures.text(new RuntimeException("outer", engine)))
        .isEqualTo("no such \"thing\" here");
    assertThat(Failures.text(new RuntimeException("a\nb"))).isEqualTo("a b");
    assertThat(Failures.isInterruption(new RuntimeException(new CancellationException()))).isTrue();
    assertThat(Failures.isInterruption(new RuntimeException(engine))).isFalse();
  }

  @Test
  void knowsWhoIsGone() throws Exception {
    String self = DockerLabels.of("c", false).get(DockerLabels.OWNER);
    assertThat(DockerLabels.isGone(self)).isFalse();
    String machine = self.substring(self.indexOf('@'), self.indexOf(' '));
    assertThat(DockerLabels.isGone(ProcessHandle.current().pid() + machine + " " + Instant.EPOCH))
        .isTrue();
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    assertThat(DockerLabels.isGone(process.pid() + machine + " " + Instant.EPOCH)).isTrue();
    assertThat(DockerLabels.isGone("1@elsewhere " + Instant.EPOCH)).isFalse();
    assertThat(DockerLabels.isGone("")).isFalse();
    assertThat(DockerLabels.isGone("x" + machine + " now")).isFalse();
  }
}
