package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The class cache of a jar that is started as users start it, without options of the JVM. */
class ClassCacheIT {
  private static final String NOTICE = "kvbench: caching classes";

  @TempDir private Path directory;
  private Path jar = Path.of("kvbench.jar");

  @BeforeEach
  void copyTheJar() throws IOException {
    jar = directory.resolve("a jar").resolve("kvbench.jar");
    Files.createDirectories(jar.getParent());
    Files.copy(Path.of(System.getProperty("kvbench.jar")), jar);
  }

  private record Started(Process process, Path out, Path err) {}

  private record Ended(int exitCode, String out, String err) {}

  /** Making one takes longest, so one is used for everything. */
  @Test
  void isMadeOnceByTwoThatStartTogetherAndMappedByTheNextAndItsSidecar() throws Exception {
    Started one = start(Map.of(), shortRun());
    Started other = start(Map.of(), shortRun());
    List<Ended> both = List.of(ended(one), ended(other));

    assertThat(both).extracting(Ended::exitCode).containsOnly(0);
    assertThat(both).filteredOn(each -> each.err().contains(NOTICE)).hasSize(1);
    assertThat(caches()).hasSize(1).allSatisfy(each -> assertThat(each).isNotEmptyFile());
    assertThat(files()).noneMatch(name -> name.contains("part"));
    isMappedByARunAndItsSidecar();
    doesNotMatterWhereItIsDamagedOrEmpty();
  }

  private void doesNotMatterWhereItIsDamagedOrEmpty() throws Exception {
    Path cache = caches().getFirst();
    for (byte[] content :
        List.of("no cache at all".getBytes(StandardCharsets.UTF_8), new byte[0])) {
      Files.write(cache, content);

      Ended ended = ended(start(Map.of(), List.of("systems")));

      assertThat(ended.exitCode()).isZero();
      assertThat(ended.out()).contains("memory");
      assertThat(ended.err()).doesNotContain(NOTICE, "[error]", "[warning]");
    }
  }

  @Test
  @Tag("matrix")
  void isNotOfAnotherJar() throws Exception {
    assertThat(run().err()).contains(NOTICE);
    Path before = caches().getFirst();
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(4711)));

    Ended again = run();

    assertThat(again.exitCode()).isZero();
    assertThat(again.err()).contains(NOTICE);
    assertThat(caches()).hasSize(1).doesNotContain(before);
  }

  @Test
  void isNotMadeForHelpOrWhereItIsSwitchedOff() throws Exception {
    Ended help = ended(start(Map.of(), List.of("--help")));
    Ended off = ended(start(Map.of("KVBENCH_CACHE", "off"), shortRun()));

    assertThat(help.out()).startsWith("Usage: kvbench");
    assertThat(off.exitCode()).isZero();
    assertThat(off.err()).doesNotContain(NOTICE);
    assertThat(files()).containsExactly("kvbench.jar");
  }

  private Ended run() throws Exception {
    return ended(start(Map.of(), shortRun()));
  }

  private List<String> arguments(String... properties) {
    String results = directory.resolve("results").toString();
    List<String> arguments =
        new ArrayList<>(List.of("-db", "memory", "-P", "smoke", "--results", results));
    for (String property : properties) {
      arguments.addAll(List.of("-p", property));
    }
    return arguments;
  }

  private List<String> shortRun() {
    return arguments("hosts.every=off", "recordcount=100", "operationcount=100");
  }

  private Started start(Map<String, String> environment, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
        .forEach(builder.environment()::remove);
    builder.environment().putAll(environment);
    Path out = Files.createTempFile(directory, "out", "");
    Path err = Files.createTempFile(directory, "err", "");
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    return new Started(process, out, err);
  }

  private static Ended ended(Started started) throws Exception {
    int exitCode = started.process().waitFor();
    return new Ended(exitCode, Files.readString(started.out()), Files.readString(started.err()));
  }

  private void isMappedByARunAndItsSidecar() throws Exception {
    assumeThat(Path.of("/proc/self/maps")).exists();
    Path cache = caches().getFirst();
    Started run =
        start(
            Map.of(),
            arguments("hosts.every=1s", "target=100", "recordcount=100", "operationcount=60000"));
    try {
      List<String> found = List.of();
      while (run.process().isAlive() && found.size() < 2) {
        found = programsThatMap(cache, run.process());
        Thread.sleep(50);
      }
      assertThat(found).containsExactly("run", "sidecar");
      assertThat(Files.readString(run.err()))
          .doesNotContain(NOTICE)
          .doesNotContain("[error]", "[warning]");
    } finally {
      run.process().descendants().forEach(ProcessHandle::destroyForcibly);
      run.process().destroyForcibly().waitFor();
    }
  }

  /** Returns of which processes' memory the cache is a part, by their commands. */
  private static List<String> programsThatMap(Path cache, Process parent) {
    return parent
        .descendants()
        .filter(each -> maps(each, cache))
        .map(each -> each.info().arguments().map(words -> String.join(" ", words)).orElse(""))
        .map(words -> words.contains(" sidecar") ? "sidecar" : "run")
        .distinct()
        .sorted()
        .toList();
  }

  private static boolean maps(ProcessHandle process, Path cache) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/maps"))
          .contains(cache.getFileName().toString());
    } catch (IOException e) {
      return false;
    }
  }

  private List<Path> caches() throws IOException {
    return files().stream()
        .filter(name -> name.endsWith(".cache"))
        .map(jar::resolveSibling)
        .toList();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(jar.getParent())) {
      return all.map(each -> each.getFileName().toString()).toList();
    }
  }
}
