package io.kvbench.runner.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JvmProgramTest {
  private static JvmProgram of(String... words) {
    return JvmProgram.of(List.of(words)).orElseThrow();
  }

  @Test
  void isTheMainClassOrTheJarAndNoOtherWord() {
    JvmProgram server =
        of(
            "/opt/jdk/bin/java",
            "-Xmx1g",
            "-cp",
            "nothere.jar:b",
            "org.a.QuorumPeerMain",
            "nothere");

    assertThat(server.isCalled("QuorumPeerMain")).isTrue();
    assertThat(server.isCalled("org.a.QuorumPeerMain")).isTrue();
    assertThat(server.isCalled("PeerMain")).isFalse();
    assertThat(server.isCalled("nothere")).isFalse();
    assertThat(server.isCalled("nothere.jar:b")).isFalse();
    assertThat(of("java", "-ea", "-jar", "/srv/store.jar", "x").isCalled("store.jar")).isTrue();
    assertThat(of("java", "-p", "mods", "-m", "a.b/c.Main", "x").isCalled("c.Main")).isTrue();
    assertThat(of("java", "--module=a.b/c.Main").isCalled("Main")).isTrue();
  }

  @Test
  void isNoneWithoutJvmOrMain() {
    assertThat(JvmProgram.of(List.of())).isEmpty();
    assertThat(JvmProgram.of(List.of("/usr/bin/etcd", "java", "Main"))).isEmpty();
    assertThat(JvmProgram.of(List.of("java", "-version"))).isEmpty();
    assertThat(JvmProgram.of(List.of("java", "-jar"))).isEmpty();
  }

  @Test
  void knowsKvbench() {
    assertThat(of("java", "-jar", "/srv/kvbench.jar", "sidecar").isKvbench()).isTrue();
    assertThat(of("java", "-cp", "a", "io.kvbench.runner.app.Main").isKvbench()).isTrue();
    assertThat(of("java", "-jar", "store.jar", "kvbench.jar").isKvbench()).isFalse();
  }
}
