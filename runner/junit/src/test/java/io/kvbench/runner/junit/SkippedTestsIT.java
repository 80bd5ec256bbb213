package io.kvbench.runner.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A test that {@code mvn install -DskipTests}, as in the guide, runs no tests. */
final class SkippedTestsIT {
  private static final Pattern FAILSAFE =
      Pattern.compile(
          "<artifactId>maven-failsafe-plugin</artifactId>\\s*<version>([^<]+)</version>");

  @TempDir private Path directory;

  @Test
  void integrationTestsAreSkippedWithTheOthers() throws Exception {
    Matcher failsafe = FAILSAFE.matcher(Files.readString(LocalMaven.ROOT.resolve("pom.xml")));
    assertThat(failsafe.find()).isTrue();
    LocalMaven maven = new LocalMaven(directory);

    List<String> output =
        maven.run(
            LocalMaven.ROOT.resolve("core"),
            "org.apache.maven.plugins:maven-failsafe-plugin:"
                + failsafe.group(1)
                + ":integration-test",
            "-DskipTests");

    assertThat(output)
        .anyMatch(line -> line.contains("Tests are skipped."))
        .noneMatch(line -> line.contains("Running io.kvbench"));
  }
}
