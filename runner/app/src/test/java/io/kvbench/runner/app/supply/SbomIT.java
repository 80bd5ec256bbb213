package io.kvbench.runner.app.supply;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** Tests of the SBOM and the licences in kvbench.jar against the content of the jar. */
class SbomIT {
  private static final Set<String> LICENCES =
      Set.of(
          "Apache-2.0",
          "BSD-2-Clause",
          "BSD-3-Clause",
          "CC0-1.0",
          "EPL-1.0",
          "EPL-2.0",
          "LGPL-2.1-only",
          "LGPL-2.1-or-later",
          "MIT",
          "MPL-2.0");

  @Test
  void hasEveryJarThatIsPartOfTheJar() throws IOException {
    Set<String> classes = classes(Bundled.jar());
    Set<String> known =
        Bundled.all().stream()
            .map(each -> each.artifact() + "-" + each.version())
            .collect(Collectors.toSet());
    List<String> bundled = new ArrayList<>();
    for (Path jar : jarsOfTheClassPath()) {
      String file = String.valueOf(jar.getFileName());
      if (!file.startsWith("kvbench-") && isPartOf(jar, classes)) {
        bundled.add(file.replaceFirst("(-linux-\\w+)?\\.jar$", ""));
      }
    }

    assertThat(bundled).hasSizeGreaterThan(50).isSubsetOf(known);
  }

  private static List<Path> jarsOfTheClassPath() throws IOException {
    List<Path> jars = new ArrayList<>();
    for (URL manifest : Collections.list(loader().getResources("META-INF/MANIFEST.MF"))) {
      if (manifest.openConnection() instanceof JarURLConnection entry) {
        jars.add(Path.of(URI.create(entry.getJarFileURL().toString())));
      }
    }
    return jars;
  }

  private static ClassLoader loader() {
    return SbomIT.class.getClassLoader();
  }

  private static boolean isPartOf(Path jar, Set<String> classes) throws IOException {
    Set<String> own = classes(jar);
    return !Collections.disjoint(classes, own);
  }

  private static Set<String> classes(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream()
          .map(ZipEntry::getName)
          .filter(name -> name.endsWith(".class") && !name.endsWith("module-info.class"))
          .collect(Collectors.toSet());
    }
  }

  @Test
  void hasWhatLibrariesContainOfOthers() throws IOException {
    Set<String> known =
        Bundled.all().stream()
            .map(each -> each.name() + ":" + each.version())
            .collect(Collectors.toSet());
    List<String> said = new ArrayList<>();
    try (ZipFile zip = new ZipFile(Bundled.jar().toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        if (entry.getName().matches("META-INF/maven/.*/pom\\.properties")) {
          coordinates(zip, entry).ifPresent(said::add);
        }
      }
    }

    assertThat(said)
        .contains("org.jctools:jctools-core:4.0.7")
        .hasSizeGreaterThan(40)
        .isSubsetOf(known);
  }

  private static Optional<String> coordinates(ZipFile zip, ZipEntry entry) throws IOException {
    Properties pom = new Properties();
    try (InputStream in = zip.getInputStream(entry)) {
      pom.load(in);
    }
    return Stream.of(pom.getProperty("groupId"))
        .filter(group -> !group.equals("io.kvbench"))
        .map(
            group -> group + ":" + pom.getProperty("artifactId") + ":" + pom.getProperty("version"))
        .findFirst();
  }

  @Test
  void hasALicenceForEachAndTheListNamesThem() throws IOException {
    String list = Bundled.text("META-INF/THIRD-PARTY.txt");
    List<Bundled> all = Bundled.all();

    assertThat(all)
        .hasSizeGreaterThan(100)
        .allSatisfy(
            each -> {
              assertThat(LICENCES).containsAll(List.of(each.licence().split(" OR | AND ", -1)));
              assertThat(list)
                  .contains(
                      each.artifact() + (each.version().isEmpty() ? "" : ":" + each.version()));
            });
    assertThat(all)
        .contains(
            new Bundled("pkg:npm/echarts@" + echarts(), "Apache-2.0 AND BSD-3-Clause"),
            new Bundled("pkg:maven/org.jfree/jfreechart@1.5.6", "LGPL-2.1-or-later"));
  }

  @Test
  void hasTheTextsOfTheLicencesAndTheNotices() throws IOException {
    assertThat(Bundled.text("META-INF/LICENSE")).contains("Apache License");
    assertThat(Bundled.text("META-INF/NOTICE"))
        .startsWith("kvbench\n")
        .contains("Jackson JSON processor", "Apache Commons Compress");
    Set<String> without = Set.of("EPL-1.0", "BSD-2-Clause");
    for (Bundled each : Bundled.all()) {
      for (String licence : each.licence().split(" OR | AND ", -1)) {
        String own = "META-INF/licenses/" + each.name().replace(':', '.') + ".txt";
        String text =
            licence.equals("MIT") || licence.startsWith("BSD")
                ? own
                : "META-INF/licenses/" + licence.replaceFirst("-(only|or-later)$", "") + ".txt";
        if (!without.contains(licence)) {
          assertThat(Bundled.text(text)).as(each + " " + licence).hasSizeGreaterThan(700);
        }
      }
    }
    assertThat(Bundled.text("META-INF/licenses/com.google.protobuf.protobuf-java.txt"))
        .contains("Copyright 2008 Google Inc.", "Redistributions in binary form");
  }

  @Test
  void hasEveryJarOfOursCarryThem() throws IOException {
    List<Path> own =
        jarsOfTheClassPath().stream()
            .filter(jar -> String.valueOf(jar.getFileName()).startsWith("kvbench-"))
            .filter(jar -> !String.valueOf(jar.getFileName()).endsWith("-tests.jar"))
            .toList();

    assertThat(own).hasSizeGreaterThan(10);
    for (Path jar : own) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        assertThat(zip.getEntry("META-INF/LICENSE")).as(jar.toString()).isNotNull();
        assertThat(zip.getEntry("META-INF/NOTICE")).as(jar.toString()).isNotNull();
      }
    }
  }

  @Test
  void hasAllOfALibraryThatMustNotBeCut() throws IOException {
    List<Path> charts =
        jarsOfTheClassPath().stream()
            .filter(jar -> String.valueOf(jar.getFileName()).startsWith("jfreechart-"))
            .toList();

    assertThat(charts).hasSize(1);
    assertThat(classes(Bundled.jar())).containsAll(classes(charts.getFirst()));
  }

  /** Returns the version that the script in the jar says it is. */
  private static String echarts() throws IOException {
    String script = Bundled.text("io/kvbench/reports/html/echarts.min.js");
    return Stream.of("5.5.0").filter(script::contains).findFirst().orElse("of another version");
  }

  @Test
  void isTheSameInEveryBuild() throws IOException {
    assertThat(Bundled.sbom().has("serialNumber")).isFalse();
    assertThat(Bundled.sbom().path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(new HashSet<>(Bundled.all()))
        .as("no machine's paths")
        .noneMatch(each -> each.url().contains("/home") || each.url().contains(".m2"));
    assertThat(Bundled.text("META-INF/THIRD-PARTY.txt")).doesNotContain("/home", ".m2", "target/");
  }
}
