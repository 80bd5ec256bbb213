package io.kvbench.runner.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the dependencies that Maven resolves for a project with one artifact. Another project's
 * Maven does not see the versions in the parent's {@code dependencyManagement}, so each module must
 * declare its libraries' dependencies itself.
 */
final class DependencyTreesIT {
  private static final String TREE = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:tree";

  /** Not needed by users of a client library. */
  private static final String SUPERFLUOUS =
      ".*(quic|codec-http3|tcnative|resolver-dns|tools\\.jackson|audience-annotations|logback|jline"
          + "|gson|common-protos|animal-sniffer|javax\\.annotation|:okhttp:).*";

  private static final String TESTING = ".*(junit|assertj|testkit|opentest4j|archunit).*";

  /** These two are meant for tests. */
  private static final List<String> FOR_TESTS = List.of("kvbench-junit", "kvbench-binding-testkit");

  @TempDir private Path directory;

  @Test
  void areTheSameWithTheBomAndWithoutIt() throws Exception {
    LocalMaven maven = new LocalMaven(directory);
    maven.install("kvbench-parent", "");
    maven.install("kvbench-bom", "bom");
    StringBuilder projects = new StringBuilder();
    for (var each : Modules.published().entrySet()) {
      maven.install(each.getKey(), each.getValue());
      projects.append(project(each.getKey(), "with", bom()));
      projects.append(project(each.getKey(), "without", ""));
    }
    Path all = directory.resolve("pom.xml");
    Files.writeString(all, pom("all", "<modules>" + projects + "</modules>"));

    maven.run(directory, TREE, "-Dscope=runtime", "-DoutputType=text", "-DoutputFile=tree.txt");

    SoftAssertions trees = new SoftAssertions();
    for (String artifact : Modules.published().keySet()) {
      List<String> with = tree(artifact, "with");
      trees.assertThat(tree(artifact, "without")).as(artifact).isEqualTo(with);
      trees.assertThat(with).as(artifact).isNotEmpty().noneMatch(each -> each.matches(SUPERFLUOUS));
      if (!FOR_TESTS.contains(artifact)) {
        trees.assertThat(with).as(artifact).noneMatch(each -> each.matches(TESTING));
      }
    }
    trees.assertAll();
    assertThat(tree("kvbench-core", "without"))
        .as("core brings HdrHistogram and nothing else")
        .hasSize(2)
        .anyMatch(each -> each.startsWith("org.hdrhistogram:HdrHistogram:"));
  }

  /** Writes a project that depends only on the artifact, and returns it as a module. */
  private String project(String artifact, String bom, String management) throws IOException {
    String name = artifact + "-" + bom;
    Path project = Files.createDirectory(directory.resolve(name));
    String dependency =
        "<dependencies>" + dependency(artifact, "") + "</dependencies>" + management;
    Files.writeString(project.resolve("pom.xml"), pom(name, dependency));
    return "<module>" + name + "</module>";
  }

  private static String bom() {
    return "<dependencyManagement><dependencies>"
        + dependency("kvbench-bom", "<type>pom</type><scope>import</scope>")
        + "</dependencies></dependencyManagement>";
  }

  private static String dependency(String artifact, String more) {
    return "<dependency><groupId>io.kvbench</groupId><artifactId>%s</artifactId><version>%s</version>%s</dependency>"
        .formatted(artifact, LocalMaven.VERSION, more);
  }

  private static String pom(String name, String more) {
    return """
    <project xmlns="http://maven.apache.org/POM/4.0.0">
      <modelVersion>4.0.0</modelVersion>
      <groupId>com.example</groupId>
      <artifactId>%s</artifactId>
      <version>1</version>
      <packaging>pom</packaging>
      %s
    </project>
    """
        .formatted(name, more);
  }

  /** Returns the artifacts with version and scope, sorted by name. */
  private List<String> tree(String artifact, String bom) throws IOException {
    Path file = directory.resolve(artifact + "-" + bom).resolve("tree.txt");
    try (Stream<String> lines = Files.lines(file)) {
      return lines.skip(1).map(line -> line.replaceFirst("^[-+\\\\| ]+", "")).sorted().toList();
    }
  }
}
