package io.kvbench.docker;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.server.ProgramPath;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the script docker/prepare with a compiler that builds nothing, and waits on demand. */
final class PrepareIT {
  private static final Path SCRIPT = Path.of("prepare").toAbsolutePath();
  private static final List<String> TOOLS =
      List.of(
          "cat", "cut", "date", "dirname", "id", "mkdir", "mv", "rm", "sed", "sh", "sleep", "tail",
          "tr");
  private static final String GO =
      """
      #!/bin/sh
      case $1 in
        env) echo go1.26.0 ;;
        build)
          while [ "$1" != -o ]; do shift; done
          echo "$2" >>"$STUBS/calls"
          while [ -e "$STUBS/wait" ]; do sleep 0.05; done
          echo program >"$2"
          chmod +x "$2"
          ;;
      esac
      """;

  @TempDir private Path directory;
  private final List<Process> processes = new ArrayList<>();

  @BeforeEach
  void installTools() throws Exception {
    for (String tool : TOOLS) {
      link(tool);
    }
    link("chmod");
  }

  @AfterEach
  void endAll() {
    processes.forEach(PrepareIT::kill);
  }

  @ParameterizedTest
  @ValueSource(strings = {"flock", "perl"})
  void waitsForWhatAnotherPrepares(String locker) throws Exception {
    link(locker);
    installGo();
    Path wait = Files.createFile(directory.resolve("wait"));
    Process first = start("first", "servers", "zetcd");
    await(() -> calls() == 1);
    Process second = start("second", "servers", "zetcd");
    await(() -> said("second").contains("waiting for process " + first.pid() + " (" + SCRIPT));
    Files.delete(wait);

    assertThat(first.waitFor()).isZero();
    assertThat(second.waitFor()).isZero();
    assertThat(said("first")).contains("zetcd: building", "zetcd: ready (", "servers: done after");
    assertThat(said("second")).contains("zetcd: there already").doesNotContain("zetcd: building");
    assertThat(calls()).isEqualTo(1);
  }

  /** The killed process's preparation still uses its directories. */
  @Test
  void waitsForTheRestOfAKilledProcess() throws Exception {
    link(locker());
    installGo();
    Path wait = Files.createFile(directory.resolve("wait"));
    Process killed = start("killed", "servers", "zetcd");
    await(() -> calls() == 1);
    Process next = start("next", "servers", "zetcd");
    await(() -> said("next").contains("waiting for process " + killed.pid()));
    killed.destroyForcibly().waitFor();
    Files.delete(wait);

    assertThat(next.waitFor()).isZero();
    assertThat(said("next")).contains("zetcd: there already");
    assertThat(calls()).isEqualTo(1);
  }

  @Test
  void takesOverWhereAllIsKilled() throws Exception {
    link(locker());
    installGo();
    Path wait = Files.createFile(directory.resolve("wait"));
    Process killed = start("killed", "servers", "zetcd");
    await(() -> calls() == 1);
    kill(killed);
    Files.delete(wait);

    assertThat(start("next", "servers", "zetcd").waitFor()).isZero();
    assertThat(said("next")).contains("zetcd: building", "zetcd: ready (");
    assertThat(calls()).isEqualTo(2);
  }

  @Test
  void namesAMissingTool() throws Exception {
    link(locker());
    assertThat(start("missing", "servers", "zetcd").waitFor()).isEqualTo(1);
    assertThat(said("missing"))
        .contains("building zetcd needs go, which is not on the PATH. Install Go 1.24 or newer");
  }

  @Test
  void listsWhatTestsNeedAndTheMachineLacks() throws Exception {
    Path bin = Files.createDirectories(directory.resolve("servers/bin"));
    executable(bin.resolve("consul"), "#!/bin/sh\n");
    executable(tools().resolve("google-chrome"), "#!/bin/sh\n");

    assertThat(start("local", "missing").waitFor()).isZero();
    assertThat(said("local"))
        .contains("tests that need it are skipped:")
        .containsPattern("(?m)^\\*\\*\\* +etcd  .* Run docker/prepare all$")
        .containsPattern("(?m)^\\*\\*\\* +docker engine  .*")
        .containsPattern("(?m)^\\*\\*\\* +cetcd  .* Optional: ")
        .doesNotContainPattern("(?m)^\\*\\*\\* +(consul|chromium|tr) ");
    ProcessBuilder onServer = builder("server", "missing");
    onServer.environment().put("CI", "true");
    assertThat(start(onServer).waitFor()).isZero();
    assertThat(said("server")).contains("tests that need it fail because of CI=true");
  }

  @Test
  void printsWhereKvbenchLooks() throws Exception {
    for (Map<String, String> given :
        List.of(
            Map.of("KVBENCH_SERVERS", "/s", "XDG_CACHE_HOME", "/c", "HOME", "/h"),
            Map.of("KVBENCH_SERVERS", "", "XDG_CACHE_HOME", "/c", "HOME", "/h"),
            Map.of("KVBENCH_SERVERS", "", "XDG_CACHE_HOME", "", "HOME", "/h"))) {
      ProcessBuilder builder = builder("path", "path");
      builder.environment().putAll(given);
      builder.redirectOutput(directory.resolve("printed").toFile());
      assertThat(start(builder).waitFor()).isZero();
      assertThat(Files.readString(directory.resolve("printed")).strip())
          .isEqualTo(ProgramPath.of(given).prepared().orElseThrow().toString());
    }
  }

  private Process start(String name, String... arguments) throws IOException {
    return start(builder(name, arguments));
  }

  private Process start(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  private ProcessBuilder builder(String name, String... arguments) {
    List<String> command = new ArrayList<>(List.of("/bin/sh", SCRIPT.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(directory.resolve(name).toFile());
    Map<String, String> environment = builder.environment();
    environment.remove("CI");
    environment.put("PATH", tools().toString());
    environment.put("KVBENCH_SERVERS", directory.resolve("servers").toString());
    environment.put("STUBS", directory.toString());
    return builder;
  }

  private String said(String name) throws IOException {
    return Files.readString(directory.resolve(name));
  }

  private int calls() throws IOException {
    Path calls = directory.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
  }

  private Path tools() {
    return directory.resolve("tools");
  }

  private void link(String tool) throws IOException {
    Files.createDirectories(tools());
    // Some tools are one program that checks the name by which it was called.
    executable(tools().resolve(tool), "#!/bin/sh\nexec " + RealServers.require(tool) + " \"$@\"\n");
  }

  private static String locker() {
    return ProgramPath.ofThisProcess().find("flock").isPresent() ? "flock" : "perl";
  }

  private void installGo() throws IOException {
    executable(tools().resolve("go"), GO);
  }

  private static void executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static void kill(Process process) {
    List<ProcessHandle> family = process.descendants().toList();
    process.destroyForcibly();
    family.forEach(ProcessHandle::destroyForcibly);
  }

  /** A condition that will be true, or fails in the attempt. */
  private interface Event {
    boolean hasHappened() throws IOException;
  }

  private static void await(Event event) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!event.hasHappened()) {
      assertThat(System.nanoTime() - deadline).as("time left").isNegative();
      Thread.sleep(20);
    }
  }
}
