package io.kvbench.runner.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JavaHomeTest {
  @TempDir Path directory;

  @Test
  void readsTheVersionFromTheReleaseFile() throws IOException {
    FakeJava.install(directory, "25.0.1+9");
    assertThat(JavaHome.at(directory))
        .hasValueSatisfying(
            home -> {
              assertThat(home).hasToString("25.0.1+9 in " + directory);
              assertThat(home.isNewEnough()).isTrue();
              assertThat(home.executable()).isEqualTo(directory.resolve("bin/java"));
            });
  }

  @Test
  void acceptsReleaseFilesWithoutQuotesAndWithOtherLetters() throws IOException {
    FakeJava.installSilent(directory);
    Files.write(
        directory.resolve("release"),
        new byte[] {
          'A',
          '=',
          (byte) 0xe4,
          '\n',
          'J',
          'A',
          'V',
          'A',
          '_',
          'V',
          'E',
          'R',
          'S',
          'I',
          'O',
          'N',
          '=',
          '2',
          '1',
          '\r',
          '\n'
        });
    assertThat(JavaHome.at(directory).orElseThrow().isNewEnough()).isTrue();
  }

  @Test
  void looksIntoBundlesOfMacOs() throws IOException {
    Path home = FakeJava.install(directory.resolve("temurin-25.jdk/Contents/Home"), "25");
    assertThat(JavaHome.at(directory.resolve("temurin-25.jdk")))
        .hasValueSatisfying(found -> assertThat(found.directory()).isEqualTo(home));
  }

  @Test
  void isNothingWithoutAnExecutable() throws IOException {
    FakeJava.install(directory, "25");
    assertThat(directory.resolve("bin/java").toFile().setExecutable(false)).isTrue();
    assertThat(JavaHome.at(directory)).isEmpty();
    assertThat(JavaHome.at(directory.resolve("absent"))).isEmpty();
  }

  @Test
  void isNotNewEnoughWhenItDoesNotSay() throws IOException {
    FakeJava.installSilent(directory);
    assertThat(JavaHome.at(directory))
        .hasValueSatisfying(
            home -> {
              assertThat(home.version()).isEmpty();
              assertThat(home.isNewEnough()).isFalse();
              assertThat(home).hasToString("(unknown version) in " + directory);
            });
  }
}
