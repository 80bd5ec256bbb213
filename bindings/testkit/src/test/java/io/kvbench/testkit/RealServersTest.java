package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.server.ProgramPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealServersTest {
  @TempDir private Path directory;

  @Test
  void findsWhatIsOnThePath() {
    assertThat(RealServers.require("sh")).isExecutable();
  }

  @Test
  void findsAnyOfTheNamesOfAProgram() throws Exception {
    Path chrome = Files.writeString(directory.resolve("google-chrome"), "#!/bin/sh\n");
    assertThat(chrome.toFile().setExecutable(true)).isTrue();

    assertThat(RealServers.require("chromium", new ProgramPath(List.of(), Optional.of(directory))))
        .isEqualTo(chrome);
  }

  @Test
  void neverFailsForAnOptionalProgram() {
    assertThatThrownBy(
            () -> RealServers.require("cetcd", new ProgramPath(List.of(), Optional.of(directory))))
        .satisfies(
            thrown ->
                assertThat(thrown.getClass().getSimpleName()).isEqualTo("TestAbortedException"))
        .hasMessageContaining("cetcd is neither on the PATH nor in " + directory + ". Optional: ");
  }

  @Test
  void saysWhatToDo() {
    assertThat(RealServers.remedy("etcd")).isEqualTo("Run docker/prepare all.");
    assertThat(RealServers.remedy("ip")).isEqualTo("Install iproute2.");
    assertThat(RealServers.remedy("pocketd")).isEqualTo("Put pocketd on PATH.");
  }

  @Test
  void listsEachRequirementOnce() {
    assertThat(Requirement.ALL.stream().flatMap(each -> each.names().stream()))
        .contains("docker engine", "root")
        .doesNotHaveDuplicates();
    assertThat(Requirement.ALL)
        .allSatisfy(each -> assertThat(each.untested()).isNotBlank())
        .filteredOn(Requirement::isOptional)
        .singleElement()
        .satisfies(each -> assertThat(each.names()).containsExactly("cetcd"));
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
