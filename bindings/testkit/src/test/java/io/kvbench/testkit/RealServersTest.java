package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealServersTest {
  @TempDir private Path directory;

  @Test
  void findsWhatIsOnThePath() {
    assertThat(RealServers.require("sh")).isExecutable();
  }

  @Test
  void takesTheFirstThatCanBeExecuted() throws Exception {
    Path none = Files.createDirectory(directory.resolve("none"));
    Path text = Files.createDirectory(directory.resolve("text"));
    Path program = Files.createDirectory(directory.resolve("program"));
    Files.createDirectory(none.resolve("etcd"));
    Files.writeString(text.resolve("etcd"), "not a program");
    Path found = Files.writeString(program.resolve("etcd"), "#!/bin/sh\n");
    assertThat(found.toFile().setExecutable(true)).isTrue();

    String path = String.join(File.pathSeparator, "", none + "", text + "", program + "");

    assertThat(RealServers.find("etcd", path)).contains(found);
    assertThat(RealServers.find("consul", path)).isEmpty();
  }

  @Test
  void abortsOnADevelopersMachine() {
    assertThatThrownBy(
            () -> RealServers.missing("no Docker engine answers", "Start dockerd.", false))
        .satisfies(
            thrown ->
                assertThat(thrown.getClass().getSimpleName()).isEqualTo("TestAbortedException"))
        .hasMessageContaining("no Docker engine answers. Start dockerd.");
  }

  @Test
  void failsWhereNothingMayBeLeftOut() {
    assertThatThrownBy(
            () -> RealServers.missing("no Docker engine answers", "Start dockerd.", true))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("CI=true")
        .hasMessageContaining("Start dockerd.");
  }
}
