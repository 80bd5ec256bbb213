package io.kvbench.runner.app.supply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;

/**
 * A library in kvbench.jar, as the SBOM names it.
 *
 * @param url its package URL
 * @param licence an SPDX expression
 */
record Bundled(String url, String licence) {
  private static final String SBOM = "META-INF/sbom/kvbench.cdx.json";

  static Path jar() {
    Path jar = Path.of(System.getProperty("kvbench.jar")).normalize();
    assertThat(jar).as("built in the package phase").exists();
    return jar;
  }

  static JsonNode sbom() throws IOException {
    return new ObjectMapper().readTree(text(SBOM));
  }

  static String text(String entry) throws IOException {
    try (ZipFile zip = new ZipFile(jar().toFile())) {
      assertThat(zip.getEntry(entry)).as(entry).isNotNull();
      try (InputStream in = zip.getInputStream(zip.getEntry(entry))) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
  }

  /** Returns all of the jar's SBOM. */
  static List<Bundled> all() throws IOException {
    List<Bundled> all = new ArrayList<>();
    for (JsonNode component : sbom().path("components")) {
      JsonNode licence = component.path("licenses").path(0);
      String said = licence.path("expression").asText(licence.path("license").path("id").asText());
      all.add(new Bundled(component.path("purl").asText(), said));
    }
    return all;
  }

  /** Returns the name of OSV for the registry that it is from. */
  String ecosystem() {
    return switch (url.substring(0, url.indexOf('/'))) {
      case "pkg:maven" -> "Maven";
      case "pkg:npm" -> "npm";
      default -> "";
    };
  }

  /** Returns {@code group:name}, or the name alone where there are no groups. */
  String name() {
    String path = url.substring(url.indexOf('/') + 1);
    int end = path.indexOf('@');
    return (end < 0 ? path : path.substring(0, end)).replace('/', ':');
  }

  /** Returns the version, or nothing if the SBOM has none. */
  String version() {
    int at = url.indexOf('@');
    return at < 0 ? "" : url.substring(at + 1).replaceFirst("\\?.*", "");
  }

  String artifact() {
    return name().substring(name().indexOf(':') + 1);
  }
}
