package io.kvbench.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DockerSettingsTest {
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
}
