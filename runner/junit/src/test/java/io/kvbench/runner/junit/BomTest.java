package io.kvbench.runner.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that the BOM has every artifact that other projects may use. */
final class BomTest {
  private static final Path BOM = Modules.ROOT.resolve("bom/pom.xml");
  private static final Path PARENT = Modules.ROOT.resolve("pom.xml");
  private static final Pattern LIBRARY = Pattern.compile("<artifactId>([^<]+)</");
  private static final Pattern VERSION = Pattern.compile("<revision>([^<]+)</revision>");

  private static final Pattern GRADLE = Pattern.compile("\\(\"io\\.kvbench:(kvbench-[a-z-]+)");
  private static final Pattern GRADLE_VERSION =
      Pattern.compile("\"io\\.kvbench:kvbench-bom:([^\"]+)\"");

  @Test
  void hasEveryLibraryAndNothingElse() throws IOException {
    assertThat(Modules.directories()).containsKeys(Modules.OWN.toArray(String[]::new));
    List<String> bom = Modules.all(Modules.ARTIFACT, BOM);
    assertThat(bom).startsWith("kvbench-parent", "kvbench-bom");
    assertThat(bom.subList(2, bom.size()))
        .containsExactlyInAnyOrderElementsOf(Modules.published().keySet());
  }

  @Test
  void nothingElseIsInstalled() throws IOException {
    for (Map.Entry<String, String> each : Modules.directories().entrySet()) {
      String pom = Files.readString(Modules.ROOT.resolve(each.getValue()).resolve("pom.xml"));
      boolean own = Modules.OWN.contains(each.getKey());
      assertThat(pom.contains("<maven.install.skip>true<")).as(each.getKey()).isEqualTo(own);
      assertThat(pom.contains("<maven.deploy.skip>true<")).as(each.getKey()).isEqualTo(own);
    }
  }

  /** The versions are the parent's: the build writes the BOM and fails if it is out of date. */
  @Test
  void hasWhatLibrariesBring() throws IOException {
    assertThat(Modules.all(LIBRARY, BOM)).contains("netty-bom", "vertx-core", "okio", "slf4j-nop");
  }

  /** A project's own dependencies must not be reduced. */
  @Test
  void leavesNothingOutOfLibraries() throws IOException {
    assertThat(Files.readString(BOM)).doesNotContain("<exclusion>");
  }

  @Test
  void theGuideNamesWhatThereIsForGradle() throws IOException {
    Path guide = Modules.ROOT.resolve("docs/guide/embedding.md");

    assertThat(Modules.all(GRADLE, guide))
        .contains("kvbench-bom", "kvbench-junit")
        .isSubsetOf(Modules.all(Modules.ARTIFACT, BOM));
    assertThat(Modules.all(GRADLE_VERSION, guide)).isEqualTo(Modules.all(VERSION, PARENT));
  }

  /** They have no parent to inherit the version from. */
  @Test
  void theChecksHaveTheVersionOfTheParent() throws IOException {
    assertThat(Modules.all(VERSION, Modules.ROOT.resolve(".mvn/checks/pom.xml")))
        .hasSize(1)
        .isEqualTo(Modules.all(VERSION, PARENT));
  }
}
