package io.kvbench.runner.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of a copy of the script in a made-up checkout, with stand-ins for Maven and Java. */
final class ScriptIT {
  /** Records the call, then builds the jar, or fails, or waits for a signal to continue. */
  private static final String MAVEN =
      """
      #!/bin/sh
      echo called >>"$STUBS/calls"
      echo "in $(pwd -P) with $*" >"$STUBS/maven"
      echo "the reason of it all"
      [ ! -f "$STUBS/fail" ] || exit 1
      for argument in "$@"; do
        case $argument in -Dkvbench.jar=*) jar=${argument#*=} ;; esac
      done
      echo half >"$jar"
      while [ -f "$STUBS/wait" ]; do sleep 0.05; done
      echo whole >"$jar"
      """;

  private static final String JAVA =
      """
      #!/bin/sh
      shift
      echo "jar $2: $(cat "$2")"
      shift 2
      echo "in $(pwd -P)"
      for argument in "$@"; do echo "argument <$argument>"; done
      exit 7
      """;

  @TempDir Path temporary;
  private Path checkout;
  private Path stubs;
  private Path elsewhere;

  @BeforeEach
  void makeCheckout() throws IOException {
    Path real = temporary.toRealPath();
    elsewhere = Files.createDirectory(real.resolve("else where"));
    stubs = Files.createDirectory(real.resolve("stubs"));
    executable(stubs.resolve("mvn"), MAVEN);
    executable(stubs.resolve("java"), JAVA);
    checkout = Files.createDirectory(real.resolve("check *out"));
    executable(checkout.resolve("kvbench"), Files.readString(script()));
    write("pom.xml");
    write("core/pom.xml");
    write("core/src/main/java/a/target/A.java");
    write("core/src/test/java/a/ATest.java");
    write("workloads/smoke");
    write("results/x/plan.json");
    write("core/target/classes/A.class");
  }

  private static Path script() {
    return Path.of(System.getProperty("kvbench.script"));
  }

  @Test
  void buildsOnceAndPassesArgumentsFromTheCallersDirectory() throws Exception {
    try (Started first = run("-P", "my workload", "", "$HOME *", "ä")) {
      assertThat(first.awaitExit()).as(first.errors()).isEqualTo(7);
      assertThat(first.lines())
          .containsExactly(
              "jar " + jar() + ": whole",
              "in " + elsewhere,
              "argument <-P>",
              "argument <my workload>",
              "argument <>",
              "argument <$HOME *>",
              "argument <ä>");
      assertThat(first.errors()).contains("building kvbench.jar").doesNotContain("reason");
    }
    assertThat(Files.readString(stubs.resolve("maven")))
        .startsWith("in " + checkout + " with ")
        .contains("-pl runner/app -am package");
    assertRunsWithoutBuilding();
  }

  @ParameterizedTest
  @CsvSource({
    "pom.xml, pom.xml",
    "core/pom.xml, core/pom.xml",
    "core/src/main/java/a/target/A.java, core/src/main/java/a/target/A.java",
    "workloads/smoke, workloads/smoke",
    "workloads/new, workloads/new",
    "core/src/main/resources/new, core/src/main/resources/new"
  })
  void buildsAgainWhenASourceIsNewer(String source, String named) throws Exception {
    assertBuilds();
    write(source, "changed");
    touch(source);
    try (Started again = run()) {
      assertThat(again.awaitExit()).isEqualTo(7);
      assertThat(again.errors()).contains("building kvbench.jar again, since ./" + named);
    }
    assertThat(calls()).isEqualTo(2);
  }

  @Test
  void buildsAgainWhenASourceWasRemoved() throws Exception {
    assertBuilds();
    Files.delete(checkout.resolve("workloads/smoke"));
    assertBuilds();
    assertThat(calls()).isEqualTo(2);
  }

  /** In a copied checkout, all files are new, and in any order. */
  @Test
  void doesNotBuildWhereOnlyTimesHaveChanged() throws Exception {
    assertBuilds();
    for (String source : List.of("pom.xml", "workloads/smoke", "workloads")) {
      touch(source);
    }
    assertRunsWithoutBuilding();

    write("workloads/smoke", "changed");
    touch("workloads/smoke");
    assertBuilds();
  }

  @Test
  void doesNotBuildTheCopyOfACheckoutThatMavenHasBuilt() throws Exception {
    write("kvbench.jar", "whole");
    touch("kvbench.jar");
    assertRunsWithoutBuilding();
    FileTime later = FileTime.fromMillis(System.currentTimeMillis() + 120_000);
    Files.setLastModifiedTime(checkout.resolve("pom.xml"), later);
    assertRunsWithoutBuilding();
  }

  @ParameterizedTest
  @CsvSource({"--help", "-h", "help", "--version", "-V", "suite --help"})
  void neverBuildsForHelpOrTheVersion(String arguments) throws Exception {
    write("pom.xml", "<project>\n    <revision>1.2.3</revision>\n</project>\n");
    try (Started started = run(arguments.split(" ", -1))) {
      assertThat(started.awaitExit()).as(started.errors()).isZero();
      assertThat(started.lines().getFirst()).startsWith("kvbench 1.2.3, not built yet");
    }
    assertThat(calls()).isZero();
    assertBuilds();
    write("workloads/smoke", "changed");
    touch("workloads/smoke");
    try (Started started = run(arguments.split(" ", -1))) {
      assertThat(started.awaitExit()).isEqualTo(7);
      assertThat(started.errors()).isEmpty();
    }
    assertThat(calls()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "core/src/test/java/a/ATest.java",
        "results/x/plan.json",
        "core/target/classes/A.class"
      })
  void doesNotBuildForOtherFiles(String file) throws Exception {
    assertBuilds();
    touch(file);
    assertRunsWithoutBuilding();
  }

  @Test
  void buildsAgainWhenASourceWasChangedDuringTheBuild() throws Exception {
    Path wait = Files.createFile(stubs.resolve("wait"));
    try (Started first = run()) {
      awaitCalls(1);
      write("core/src/main/java/a/target/A.java", "changed");
      Files.delete(wait);
      assertThat(first.awaitExit()).isEqualTo(7);
    }
    assertBuilds();
    assertThat(calls()).isEqualTo(2);
  }

  @Test
  void showsWhyTheBuildFailedAndTriesAgain() throws Exception {
    Path fail = Files.createFile(stubs.resolve("fail"));
    try (Started failed = run()) {
      assertThat(failed.awaitExit()).isEqualTo(2);
      assertThat(failed.errors())
          .contains("the reason of it all", "the build has failed", "kvbench-build.log");
      assertThat(failed.lines()).isEmpty();
    }
    assertNothingLeft();
    Files.delete(fail);
    assertBuilds();
  }

  @Test
  void worksThroughLinks() throws Exception {
    Path bin = Files.createDirectory(temporary.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("far"), checkout.resolve("kvbench"));
    Files.createSymbolicLink(bin.resolve("kv"), Path.of("far"));
    try (Started started = start(builder(bin.resolve("kv").toString()))) {
      assertThat(started.awaitExit()).as(started.errors()).isEqualTo(7);
      assertThat(started.lines()).first().isEqualTo("jar " + jar() + ": whole");
    }
  }

  @Test
  void buildsOnceForTwoFirstStarts() throws Exception {
    Path wait = Files.createFile(stubs.resolve("wait"));
    try (Started first = run()) {
      awaitCalls(1);
      try (Started second = run()) {
        second.awaitErrors("process " + first.process().pid() + " is building");
        assertThat(jar()).doesNotExist();
        Files.delete(wait);
        assertThat(second.awaitExit()).isEqualTo(7);
        assertThat(second.lines()).first().isEqualTo("jar " + jar() + ": whole");
      }
      assertThat(first.awaitExit()).isEqualTo(7);
    }
    assertThat(calls()).isEqualTo(1);
    assertNothingLeftBut("kvbench-build.log", "kvbench-build.sums");
  }

  @Test
  void leavesNothingWhenInterrupted() throws Exception {
    Path wait = Files.createFile(stubs.resolve("wait"));
    try (Started started = run()) {
      awaitCalls(1);
      started.process().destroy();
      assertThat(started.awaitExit()).isEqualTo(130);
    }
    assertThat(jar()).doesNotExist();
    assertNothingLeft();
    Files.delete(wait);
    assertBuilds();
  }

  @Test
  void isNotStoppedByTheLockOfAKilledBuild() throws Exception {
    Path wait = Files.createFile(stubs.resolve("wait"));
    try (Started killed = run()) {
      awaitCalls(1);
      List<ProcessHandle> family = killed.process().descendants().toList();
      killed.process().destroyForcibly();
      killed.awaitExit();
      family.forEach(ProcessHandle::destroyForcibly);
    }
    assertThat(Files.isSymbolicLink(lock())).isTrue();
    assertThat(jar()).doesNotExist();
    Files.delete(wait);
    assertBuilds();
    assertThat(Files.isSymbolicLink(lock())).isFalse();
  }

  @Test
  void saysWhatToInstall() throws Exception {
    Path few = Files.createDirectory(temporary.resolve("few"));
    for (String tool : List.of("readlink", "dirname", "find", "head")) {
      executable(few.resolve(tool), "#!/bin/sh\nexec " + tool(tool) + " \"$@\"\n");
    }
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", checkout.resolve("kvbench").toString());
    builder.environment().keySet().removeAll(List.of("JAVA_HOME", "KVBENCH_JAVA_HOME"));
    builder.environment().put("PATH", few.toString());
    try (Started started = start(builder)) {
      assertThat(started.awaitExit()).isEqualTo(2);
      assertThat(started.errors()).contains("there is no java", "apt install openjdk");
    }
    executable(few.resolve("java"), JAVA);
    try (Started started = start(builder)) {
      assertThat(started.awaitExit()).isEqualTo(2);
      assertThat(started.errors()).contains("there is no mvn", "apt install maven");
    }
  }

  @Test
  void prefersTheJavaOfTheEnvironment() throws Exception {
    Path home = FakeJava.installSilent(temporary.resolve("java home"));
    ProcessBuilder builder = builder(checkout.resolve("kvbench").toString());
    builder.environment().put("JAVA_HOME", home.toString());
    try (Started started = start(builder)) {
      assertThat(started.awaitExit()).isEqualTo(9);
    }
  }

  private void assertBuilds() throws Exception {
    int before = calls();
    try (Started started = run()) {
      assertThat(started.awaitExit()).as(started.errors()).isEqualTo(7);
      assertThat(started.lines()).first().isEqualTo("jar " + jar() + ": whole");
    }
    assertThat(calls()).isEqualTo(before + 1);
  }

  private void assertRunsWithoutBuilding() throws Exception {
    int before = calls();
    try (Started started = run()) {
      assertThat(started.awaitExit()).isEqualTo(7);
      assertThat(started.errors()).isEmpty();
    }
    assertThat(calls()).isEqualTo(before);
  }

  /** Except for the log, which is to be read. */
  private void assertNothingLeft() throws IOException {
    assertNothingLeftBut("kvbench-build.log");
  }

  private void assertNothingLeftBut(String... names) throws IOException {
    try (var files = Files.list(checkout.resolve("target"))) {
      assertThat(files)
          .extracting(file -> file.getFileName().toString())
          .containsExactlyInAnyOrder(names);
    }
  }

  private void awaitCalls(int expected) throws Exception {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (calls() < expected || !Files.exists(stubs.resolve("maven"))) {
      assertThat(System.nanoTime() - deadline).as("time left").isNegative();
      Thread.sleep(20);
    }
  }

  private int calls() throws IOException {
    Path calls = stubs.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
  }

  private Path jar() {
    return checkout.resolve("kvbench.jar");
  }

  private Path lock() {
    return checkout.resolve("target/kvbench-build.lock");
  }

  private Started run(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(checkout.resolve("kvbench").toString()));
    command.addAll(Arrays.asList(arguments));
    return start(builder(command.toArray(String[]::new)));
  }

  private ProcessBuilder builder(String... command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().remove("JAVA_HOME");
    builder.environment().remove("KVBENCH_JAVA_HOME");
    builder.environment().merge("PATH", stubs.toString(), (path, first) -> first + ":" + path);
    builder.environment().put("STUBS", stubs.toString());
    return builder;
  }

  private Started start(ProcessBuilder builder) throws IOException {
    return Started.start(builder.directory(elsewhere.toFile()), temporary);
  }

  private void write(String file) throws IOException {
    write(file, file);
  }

  private void write(String file, String content) throws IOException {
    Path path = checkout.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
  }

  /** Dates a file ahead, since some file systems count whole seconds. */
  private void touch(String file) throws IOException {
    FileTime later = FileTime.fromMillis(System.currentTimeMillis() + 60_000);
    Files.setLastModifiedTime(checkout.resolve(file), later);
  }

  private static void executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static Path tool(String name) {
    return List.of(System.getenv("PATH").split(":", -1)).stream()
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }
}
