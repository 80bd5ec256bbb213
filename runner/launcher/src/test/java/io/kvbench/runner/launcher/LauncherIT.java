package io.kvbench.runner.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a jar like kvbench.jar on an older Java of this machine, and on that of the tests. */
final class LauncherIT {
  private static final Path TESTING_JAVA = Path.of(System.getProperty("java.home"));

  @TempDir static Path directory;
  private static Path jar;

  @BeforeAll
  static void makeJar() throws Exception {
    jar = Files.createDirectory(directory.resolve("a b")).resolve("kvbench.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Launcher.class.getName());
    try (var output = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      add(output, classes(Launcher.class), "io/kvbench/runner/launcher");
      add(output, classes(io.kvbench.runner.app.Main.class), "io/kvbench/runner/app");
    }
  }

  private static Path classes(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static void add(JarOutputStream output, Path classes, String folder) throws IOException {
    try (Stream<Path> files = Files.list(classes.resolve(folder))) {
      for (Path file : files.toList()) {
        output.putNextEntry(new JarEntry(folder + "/" + file.getFileName()));
        Files.copy(file, output);
        output.closeEntry();
      }
    }
  }

  @Test
  void passesArgumentsAndTheExitCode() throws Exception {
    try (Started started =
        startOld(List.of(), "exit", "7", "two words", "", "ä€😀", "*", "\"q\"")) {
      assertThat(started.awaitExit()).as(started.errors()).isEqualTo(7);
      assertThat(started.lines())
          .containsSubsequence(
              "argument <exit>",
              "argument <7>",
              "argument <two words>",
              "argument <>",
              "argument <ä€😀>",
              "argument <*>",
              "argument <\"q\">");
      assertThat(started.told("java")).isEqualTo("" + Runtime.version().feature());
      assertThat(started.told("parent")).isEqualTo("" + started.process().pid());
      assertThat(started.told("pid")).isNotEqualTo("" + started.process().pid());
    }
  }

  @Test
  void namesBothJavasTheFirstTimeOnly() throws Exception {
    Path cache = directory.resolve("cache-of-its-own");
    try (Started first = startOld(cache, List.of(), "exit", "0")) {
      assertThat(first.awaitExit()).as(first.errors()).isZero();
      assertThat(first.errors()).contains("using Java ", TESTING_JAVA.toString(), "printed once");
    }
    try (Started second = startOld(cache, List.of(), "exit", "0")) {
      assertThat(second.awaitExit()).as(second.errors()).isZero();
      assertThat(second.errors()).doesNotContain("using Java");
      assertThat(second.told("java")).isEqualTo("" + Runtime.version().feature());
    }
  }

  @Test
  void passesTheOptionsThatTwoProcessesCanHave() throws Exception {
    String debugger = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0";
    try (Started started = startOld(List.of("-Xmx77m", "-Dx=two words", debugger))) {
      assertThat(started.awaitExit()).as(started.errors()).isZero();
      assertThat(started.told("options")).contains("-Xmx77m, -Dx=two words").doesNotContain("jdwp");
      assertThat(started.errors()).contains("so they apply to the launcher only: " + debugger);
    }
  }

  @Test
  void passesStandardInput() throws Exception {
    try (Started started = startOld(List.of(), "read")) {
      try (OutputStream input = started.process().getOutputStream()) {
        input.write("first\nsécond line\n".getBytes(UTF_8));
      }
      assertThat(started.awaitExit()).as(started.errors()).isZero();
      assertThat(started.lines()).containsSubsequence("line <first>", "line <sécond line>");
    }
  }

  @Test
  void passesSigtermAndOutlivesTheOther() throws Exception {
    try (Started started = startOld(List.of(), "run")) {
      started.awaitLine("running");
      started.process().destroy();
      assertThat(started.awaitExit()).as(started.errors()).isEqualTo(130);
      assertThat(started.lines()).containsSubsequence("running", "draining", "drained");
      assertThat(ProcessHandle.of(Long.parseLong(started.told("pid")))).isEmpty();
    }
  }

  /** As with Ctrl-C in a terminal, to which the older process then adds a SIGTERM. */
  @Test
  void toleratesThatBothGetTheSignal() throws Exception {
    try (Started started = startOld(List.of(), "run")) {
      started.awaitLine("running");
      signal("INT", started.told("pid"), "" + started.process().pid());
      assertThat(started.awaitExit()).as(started.errors()).isEqualTo(130);
      assertThat(started.lines()).containsOnlyOnce("draining").contains("drained");
    }
  }

  @Test
  void hasTheExitCodeOfAProcessThatWasKilled() throws Exception {
    try (Started started = startOld(List.of(), "run")) {
      started.awaitLine("running");
      signal("KILL", started.told("pid"));
      assertThat(started.awaitExit()).as(started.errors()).isEqualTo(128 + 9);
    }
  }

  @Test
  void refusesTheChoiceOfAnOldJava() throws Exception {
    Path old = olderJava();
    ProcessBuilder builder = command(old, List.of());
    builder.environment().put("KVBENCH_JAVA_HOME", old.toString());
    try (Started started = Started.start(builder, directory)) {
      assertThat(started.awaitExit()).isEqualTo(Relaunch.USAGE);
      assertThat(started.errors()).contains("kvbench needs Java 21", "KVBENCH_JAVA_HOME=" + old);
      assertThat(started.lines()).isEmpty();
    }
  }

  /** An installation with a false version must not restart itself forever. */
  @Test
  void stopsAtAJavaThatIsOlderThanItSays() throws Exception {
    Path old = olderJava();
    Path liar = FakeJava.install(directory.resolve("liar"), "99");
    Files.writeString(liar.resolve("bin/java"), "#!/bin/sh\nexec '" + old + "/bin/java' \"$@\"\n");
    ProcessBuilder builder = command(old, List.of());
    builder.environment().put("KVBENCH_JAVA_HOME", liar.toString());
    try (Started started = Started.start(builder, directory)) {
      assertThat(started.awaitExit()).isEqualTo(Relaunch.USAGE);
      assertThat(started.errors()).contains("was expected to be newer, but is Java");
    }
  }

  @Test
  void triesTheNextJavaWhenOneCannotBeRun() throws Exception {
    Path broken = FakeJava.install(directory.resolve("broken"), "99");
    Files.writeString(broken.resolve("bin/java"), "#!/nowhere/sh\n");
    ProcessBuilder builder = command(olderJava(), List.of());
    builder.environment().put("JAVA_HOME", broken.toString());
    try (Started started = Started.start(builder, directory)) {
      assertThat(started.awaitExit()).as(started.errors()).isZero();
      assertThat(started.errors()).contains("cannot run Java 99 in " + broken);
      assertThat(started.lines()).contains("done");
    }
  }

  @Test
  void staysInOneProcessOnANewJava() throws Exception {
    ProcessBuilder builder = command(TESTING_JAVA, List.of(), "exit", "7");
    try (Started started = Started.start(builder, directory)) {
      assertThat(started.awaitExit()).isEqualTo(7);
      assertThat(started.told("pid")).isEqualTo("" + started.process().pid());
      assertThat(started.told("parent")).isEqualTo("null");
      assertThat(started.errors()).isEmpty();
    }
  }

  private static Started startOld(List<String> options, String... arguments) throws IOException {
    return startOld(directory.resolve("cache"), options, arguments);
  }

  private static Started startOld(Path cache, List<String> options, String... arguments)
      throws IOException {
    ProcessBuilder builder = command(olderJava(), options, arguments);
    builder.environment().put("KVBENCH_JAVA_HOME", TESTING_JAVA.toString());
    builder.environment().put("XDG_CACHE_HOME", cache.toString());
    return Started.start(builder, directory);
  }

  private static ProcessBuilder command(Path java, List<String> options, String... arguments) {
    List<String> command = new ArrayList<>(List.of(java.resolve("bin/java").toString()));
    command.addAll(options);
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    Map<String, String> environment = builder.environment();
    List.of("KVBENCH_JAVA_HOME", "JAVA_HOME", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")
        .forEach(environment::remove);
    environment.put("LC_ALL", "C.UTF-8");
    environment.put("XDG_CACHE_HOME", directory.resolve("cache").toString());
    return builder;
  }

  private static void signal(String name, String... processes) throws Exception {
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    command.addAll(Arrays.asList(processes));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  private static Path olderJava() {
    return new JavaSearch(Machine.current())
        .installed().stream()
            .filter(home -> !home.isNewEnough() && home.version().orElseThrow().feature() >= 8)
            .map(JavaHome::directory)
            .findFirst()
            .orElseGet(LauncherIT::withoutOlderJava);
  }

  private static Path withoutOlderJava() {
    String message = "NOT TESTED: no Java from 8 to 20 on this machine to start kvbench.jar with";
    System.err.println(message);
    if ("true".equals(System.getenv("CI"))) {
      return fail(message);
    }
    return Assumptions.abort(message);
  }
}
