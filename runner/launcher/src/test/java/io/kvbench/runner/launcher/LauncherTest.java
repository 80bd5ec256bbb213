package io.kvbench.runner.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LauncherTest {
  @ParameterizedTest
  @CsvSource({"1.8, false", "9, false", "20, false", "21, true", "25, true", "100, true"})
  void knowsWhichJavaIsNewEnough(String specification, boolean newEnough) {
    assertThat(Launcher.isNewEnough(specification)).isEqualTo(newEnough);
  }

  @Test
  void goesOnInThisJvmAndLetsItsFailuresThrough() {
    assertThatThrownBy(() -> Launcher.main(new String[] {"throw"}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("thrown by the stand-in");
  }

  /** 52 is the class-file version of Java 8. */
  @ParameterizedTest
  @ValueSource(classes = {Launcher.class, Relaunch.class, NewerJvm.class, JavaSearch.class})
  void canBeLoadedByJava8(Class<?> type) throws IOException {
    try (var input =
        new DataInputStream(type.getResourceAsStream(type.getSimpleName() + ".class"))) {
      assertThat(input.readInt()).isEqualTo(0xcafebabe);
      assertThat(input.readUnsignedShort()).isZero();
      assertThat(input.readUnsignedShort()).isEqualTo(52);
    }
  }

  @ParameterizedTest
  @CsvSource({"report, true", "compare, true", "history, true", "serve, false", "-db, false"})
  void optimizesNoCodeForShortCommands(String command, boolean isShort, @TempDir Path run)
      throws IOException {
    assertThat(Relaunch.shortOptions(command, run.toString()).isEmpty()).isNotEqualTo(isShort);

    try (RandomAccessFile log =
        new RandomAccessFile(run.resolve("histograms.hlog").toFile(), "rw")) {
      log.setLength(32 << 20);
    }
    assertThat(Relaunch.shortOptions(command, "--html", run.toString())).isEmpty();
    assertThat(Relaunch.shortOptions()).isEmpty();
  }

  @Test
  void runsTheJarOrElseTheClassPath(@TempDir Path directory) throws IOException {
    Path jar = Files.createFile(directory.resolve("kv bench.jar"));
    assertThat(Relaunch.program(jar.toString())).isEqualTo(List.of("-jar", jar.toString()));
    assertThat(Relaunch.program("a.jar:b"))
        .isEqualTo(List.of("-cp", "a.jar:b", "io.kvbench.runner.launcher.Launcher"));
  }
}
