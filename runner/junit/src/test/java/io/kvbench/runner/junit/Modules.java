package io.kvbench.runner.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The modules of kvbench, as listed in the parent pom. */
final class Modules {
  static final Path ROOT = Path.of("../..");
  static final Pattern ARTIFACT = Pattern.compile("<artifactId>(kvbench-[^<]+)</");

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  /** Parts of the command line's jar, and modules for kvbench's own tests. */
  static final List<String> OWN =
      List.of(
          "kvbench-launcher",
          "kvbench-sidecar",
          "kvbench-app",
          "kvbench-distributed",
          "kvbench-process",
          "kvbench-metrics",
          "kvbench-record",
          "kvbench-calibrate",
          "kvbench-service",
          "kvbench-suite",
          "kvbench-agent",
          "kvbench-jmh",
          "kvbench-packages");

  private Modules() {}

  static List<String> all(Pattern pattern, Path file) throws IOException {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(Files.readString(file));
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  /** Returns the directory of each artifact; the BOM, which is none, is left out. */
  static Map<String, String> directories() throws IOException {
    Map<String, String> directories = new LinkedHashMap<>();
    for (String module : all(MODULE, ROOT.resolve("pom.xml"))) {
      if (!module.equals("bom")) {
        // The first is the parent, the second the module.
        directories.put(all(ARTIFACT, ROOT.resolve(module).resolve("pom.xml")).get(1), module);
      }
    }
    return directories;
  }

  /** Returns the artifacts that other projects may use. */
  static Map<String, String> published() throws IOException {
    Map<String, String> published = directories();
    published.keySet().removeAll(OWN);
    return published;
  }
}
