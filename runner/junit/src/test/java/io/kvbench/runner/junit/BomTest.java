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
  private static final Pattern ENTRY =
      Pattern.compile("(      <dependency>\\n.*?\\n      </dependency>\\n)", Pattern.DOTALL);
  private static final Pattern PROPERTY = Pattern.compile("(    <[a-z0-9-]+\\.version>[^<]+</)");
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

  /** Whoever imports the BOM gets what kvbench is tested with, and without what it leaves out. */
  @Test
  void librariesAreThoseOfTheBuild() throws IOException {
    List<String> libraries = new ArrayList<>(all(ENTRY, ROOT.resolve("bom/pom.xml")));
    libraries.removeIf(entry -> entry.contains("<artifactId>kvbench-"));

    assertThat(libraries).anyMatch(entry -> entry.contains("<artifactId>netty-bom<"));
    assertThat(libraries).anyMatch(entry -> entry.contains("<artifactId>slf4j-api<"));
    assertThat(all(ENTRY, ROOT.resolve("pom.xml"))).containsAll(libraries);
    assertThat(all(PROPERTY, ROOT.resolve("pom.xml")))
        .containsAll(all(PROPERTY, ROOT.resolve("bom/pom.xml")));
  }

  @Test
  void isOfTheSameVersion() throws IOException {
    assertThat(all(VERSION, ROOT.resolve("bom/pom.xml")))
        .hasSize(1)
        .isEqualTo(all(VERSION, ROOT.resolve("pom.xml")));
  }
}
