package io.kvbench.runner.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The BOM knows every artifact that other projects may use. */
final class BomTest {
  private static final Path ROOT = Path.of("../..");
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(kvbench-[^<]+)</");
  private static final Pattern VERSION =
      Pattern.compile("<version>([^<]+)</version>\\s*<packaging>pom</packaging>");

  /** Parts of the command line's jar, and what is for kvbench's own tests. */
  private static final List<String> OWN =
      List.of(
          "kvbench-binding-grpctest",
          "kvbench-launcher",
          "kvbench-sidecar",
          "kvbench-metrics",
          "kvbench-calibrate",
          "kvbench-app",
          "kvbench-jcstress",
          "kvbench-jmh");

  private static List<String> all(Pattern pattern, Path file) throws IOException {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(Files.readString(file));
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  @Test
  void hasEveryLibraryAndNothingElse() throws IOException {
    List<String> artifacts = new ArrayList<>();
    for (String module : all(MODULE, ROOT.resolve("pom.xml"))) {
      Path pom = ROOT.resolve(module).resolve("pom.xml");
      // The first is the parent, the second the module; the BOM has no parent.
      artifacts.add(all(ARTIFACT, pom).get(module.equals("bom") ? 0 : 1));
    }

    List<String> bom = all(ARTIFACT, ROOT.resolve("bom/pom.xml"));
    assertThat(artifacts).containsAll(OWN);
    artifacts.removeAll(OWN);
    assertThat(bom).containsExactlyInAnyOrderElementsOf(artifacts);
  }

  @Test
  void isOfTheSameVersion() throws IOException {
    assertThat(all(VERSION, ROOT.resolve("bom/pom.xml")))
        .hasSize(1)
        .isEqualTo(all(VERSION, ROOT.resolve("pom.xml")));
  }
}
