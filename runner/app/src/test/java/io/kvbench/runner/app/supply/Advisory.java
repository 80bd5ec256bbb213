package io.kvbench.runner.app.supply;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.maven.artifact.versioning.ComparableVersion;

/** A vulnerability in the format of OSV (https://ossf.github.io/osv-schema). */
record Advisory(JsonNode text) {
  /** The severity by GitHub's database; an advisory without one counts as HIGH. */
  enum Level {
    LOW,
    MODERATE,
    HIGH,
    CRITICAL
  }

  String id() {
    return text.path("id").asText();
  }

  Level level() {
    String said =
        text.path("database_specific").path("severity").asText("").toUpperCase(Locale.ROOT);
    for (Level level : Level.values()) {
      if (level.name().equals(said)) {
        return level;
      }
    }
    return Level.HIGH;
  }

  /** Returns whether this version of the library has it. */
  boolean affects(Bundled library) {
    if (text.hasNonNull("withdrawn") || library.version().isEmpty()) {
      return false;
    }
    for (JsonNode affected : text.path("affected")) {
      if (affected.path("package").path("ecosystem").asText().equals(library.ecosystem())
          && affected.path("package").path("name").asText().equals(library.name())
          && (isListed(affected, library.version()) || isInRange(affected, library.version()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isListed(JsonNode affected, String version) {
    for (JsonNode each : affected.path("versions")) {
      if (each.asText().equals(version)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isInRange(JsonNode affected, String text) {
    ComparableVersion version = new ComparableVersion(text);
    for (JsonNode range : affected.path("ranges")) {
      if (!range.path("type").asText().equals("GIT") && isIn(range, version)) {
        return true;
      }
    }
    return false;
  }

  /** Follows the events in the order of versions, which need not be their order in the file. */
  private static boolean isIn(JsonNode range, ComparableVersion version) {
    boolean in = false;
    for (Event event : events(range)) {
      int order = version.compareTo(event.version);
      switch (event.kind) {
        case "introduced" -> in |= order >= 0;
        case "fixed" -> in &= order < 0;
        case "last_affected" -> in &= order <= 0;
        default -> {}
      }
    }
    return in;
  }

  /** An end of a version range. */
  private record Event(String kind, ComparableVersion version) {}

  private static List<Event> events(JsonNode range) {
    List<Event> events = new ArrayList<>();
    for (JsonNode event : range.path("events")) {
      event
          .properties()
          .forEach(
              end ->
                  events.add(
                      new Event(end.getKey(), new ComparableVersion(end.getValue().asText()))));
    }
    events.sort(Comparator.comparing(Event::version));
    return events;
  }
}
