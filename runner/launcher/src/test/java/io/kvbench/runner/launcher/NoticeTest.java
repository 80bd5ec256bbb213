package io.kvbench.runner.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NoticeTest {
  @TempDir private Path directory;

  @Test
  void isDueOnceForEachSubject() {
    Path cache = directory.resolve("a/b");

    assertThat(new Notice(cache, "Java 17 (/opt/x y)").isDue()).isTrue();
    assertThat(new Notice(cache, "Java 17 (/opt/x y)").isDue()).isFalse();
    assertThat(new Notice(cache, "Java 25 (/opt/x y)").isDue()).isTrue();
  }

  @Test
  void isDueEveryTimeWhereNothingCanBeMarked() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));

    assertThat(new Notice(file, "subject").isDue()).isTrue();
    assertThat(new Notice(file, "subject").isDue()).isTrue();
  }

  @Test
  void isMarkedWhereTheSystemKeepsCaches() {
    assertThat(cache("Linux", Map.of())).isEqualTo(directory.resolve(".cache/kvbench"));
    assertThat(cache("Linux", Map.of("XDG_CACHE_HOME", "/c"))).isEqualTo(Path.of("/c/kvbench"));
    assertThat(cache("Mac OS X", Map.of())).isEqualTo(directory.resolve("Library/Caches/kvbench"));
    assertThat(cache("Windows 11", Map.of("LOCALAPPDATA", "/l")))
        .isEqualTo(Path.of("/l/kvbench/cache"));
    assertThat(cache("Windows 11", Map.of())).isEqualTo(directory.resolve(".kvbench"));
  }

  private Path cache(String system, Map<String, String> environment) {
    return new Machine(system, Path.of("/"), directory, environment).cache();
  }
}
