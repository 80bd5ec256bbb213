package io.kvbench.bindings.zookeeper.options;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.zookeeper.common.PathUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordPathsTest {
  private final RecordPaths paths = new RecordPaths("/kvbench");

  @ParameterizedTest
  @ValueSource(strings = {"user1", "a", "..a", ".a", "...", "a b", "~!@#$%^&*()", "zookeeper"})
  void takesPrintableNames(String name) {
    assertThat(paths.of(name)).isEqualTo("/kvbench/" + name);
    PathUtils.validatePath(paths.of(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "/", "\0", "a\n", "\u007f", "\u00e4", "\u00ff"})
  void refusesOthers(String name) {
    assertThat(paths.of(name)).isNull();
  }

  @Test
  void acceptsNoByteThatTheClientRefuses() {
    for (char character = 0; character <= 0xff; character++) {
      String path = paths.of("k" + character);
      if (path != null) {
        PathUtils.validatePath(path);
      }
    }
  }
}
