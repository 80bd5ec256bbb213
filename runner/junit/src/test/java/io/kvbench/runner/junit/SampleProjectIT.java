package io.kvbench.runner.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A test of the project in {@code docs/examples/embedded}, built by Maven with a local repository
 * that contains only kvbench's artifacts as from {@code mvn install}. Everything else comes from
 * the repository of this build.
 */
final class SampleProjectIT {
  private static final Path ROOT = LocalMaven.ROOT;
  private static final String VERSION = LocalMaven.VERSION;

  /** The oldest JUnit that tests of other projects may use. */
  private static final String JUNIT_5 = System.getProperty("junit5.version", "");

  private static final String CLASS_PATH =
      "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath";

  /** The modules of the sample's artifacts. */
  private static final Map<String, String> JARS =
      Map.of(
          "kvbench-core", "core",
          "kvbench-results", "result",
          "kvbench-host", "host",
          "kvbench-reports", "reports",
          "kvbench-cluster", "runner/cluster",
          "kvbench-run", "runner/run",
          "kvbench-embed", "runner/embed",
          "kvbench-junit", "runner/junit",
          "kvbench-binding-testkit", "bindings/testkit");

  private static final String BINDING = "src/main/java/com/example/store/MapBinding.java";

  @TempDir private static Path directory;

  private static LocalMaven maven;

  @BeforeAll
  static void install() throws Exception {
    maven = new LocalMaven(directory);
    maven.install("kvbench-parent", "");
    maven.install("kvbench-bom", "bom");
    for (Map.Entry<String, String> each : JARS.entrySet()) {
      maven.install(each.getKey(), each.getValue());
      maven.installJar(each.getKey(), each.getValue());
    }
  }

  @Test
  void buildsAgainstTheArtifactsAlone() throws Exception {
    Path project = copy(ROOT.resolve("docs/examples/embedded"), directory.resolve("project"));
    Path classPath = directory.resolve("classpath");

    List<String> output =
        maven.run(
            project,
            "verify",
            CLASS_PATH,
            "-DincludeScope=runtime",
            "-Dmdep.outputFile=" + classPath);

    assertTestsPass(output);
    assertThat(Files.readAllLines(project.resolve(BINDING))).hasSizeLessThan(60);
    try (Stream<Path> runs = Files.list(project.resolve("target/kvbench"))) {
      assertThat(runs).singleElement().matches(run -> Files.exists(run.resolve("result.json")));
    }
    assertThat(names(Files.readString(classPath)))
        .as("core brings HdrHistogram and nothing else")
        .containsExactlyInAnyOrder(jar("kvbench-core", VERSION), "HdrHistogram-2.2.2.jar");
    assertNobodyBrought(
        maven.repository(),
        Stream.of(
            "io/netty",
            "io/grpc",
            "org/apache/zookeeper",
            "info/picocli",
            "com/github/oshi",
            "org/jfree",
            "org/apache/xmlgraphics"));
  }

  @Test
  @Tag("matrix")
  void buildsOnTheOldestJUnit() throws Exception {
    Path project = copy(ROOT.resolve("docs/examples/embedded"), directory.resolve("junit5"));

    List<String> onJUnit5 = maven.run(project, "verify", "-Djunit.version=" + JUNIT_5);

    assertTestsPass(onJUnit5);
    assertThat(maven.repository().resolve("org/junit/jupiter/junit-jupiter-engine/" + JUNIT_5))
        .as("the JUnit that the build has run on")
        .isDirectoryContaining("glob:**.jar");
  }

  private static void assertTestsPass(List<String> output) {
    assertThat(output)
        .as("the performance gate and the fast test")
        .filteredOn(line -> line.matches(".*Tests run: 1, Failures: 0, Errors: 0, Skipped: 0.*"))
        .anyMatch(line -> line.contains("PerformanceGateIT"))
        .anyMatch(line -> line.contains("MapStoreTest"));
    assertThat(output)
        .as("the sample's binding passes the contract")
        .anyMatch(
            line -> line.matches(".*Tests run: \\d{2,}, Failures: 0, Errors: 0.*MapContractTest"));
  }

  @Test
  void everyJarHasAModuleNameAndSources() throws Exception {
    for (Map.Entry<String, String> each : JARS.entrySet()) {
      Path target = ROOT.resolve(each.getValue()).resolve("target");
      try (JarFile jar = new JarFile(target.resolve(jar(each.getKey(), VERSION)).toFile())) {
        assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
            .as(each.getKey())
            .startsWith("io.kvbench.");
      }
      assertThat(target.resolve(each.getKey() + "-" + VERSION + "-sources.jar")).exists();
    }
  }

  private static void assertNobodyBrought(Path repository, Stream<String> groups)
      throws IOException {
    for (String group : groups.toList()) {
      Path place = repository.resolve(group);
      if (Files.exists(place)) {
        try (Stream<Path> files = Files.walk(place)) {
          assertThat(files.filter(file -> file.toString().endsWith(".jar"))).as(group).isEmpty();
        }
      }
    }
  }

  private static String jar(String artifact, String version) {
    return artifact + "-" + version + ".jar";
  }

  private static List<String> names(String classPath) {
    return Arrays.stream(classPath.split(File.pathSeparator))
        .map(entry -> Path.of(entry.strip()).getFileName().toString())
        .toList();
  }

  private static Path copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(each -> !each.startsWith(from.resolve("target"))).toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
    return to;
  }
}
