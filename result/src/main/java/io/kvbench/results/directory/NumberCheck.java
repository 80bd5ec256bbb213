package io.kvbench.results.directory;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A check for impossible numbers: negative ones, and shares above 1. */
final class NumberCheck {
  /** The fields that may be negative. */
  private static final Set<String> SIGNED =
      Set.of(
          "seed",
          "harnessNanos",
          "clockStepNanos",
          "offsetNanos",
          "offsetNanosAtEnd",
          "offsetMicros");

  private static final String SHARES = "mix";
  private static final String SHARE = "Share";
  private static final double ROUNDED = 1e-9;

  private NumberCheck() {}

  /** Returns what is wrong with the first of them, and where; empty if nothing is. */
  static Optional<String> problem(JsonNode document) {
    return problem(document, "", "", false);
  }

  private static Optional<String> problem(
      JsonNode node, String place, String name, boolean isShare) {
    if (node.isNumber()) {
      return number(node, place, name, isShare);
    }
    int index = 0;
    for (JsonNode item : node.isArray() ? node : Set.<JsonNode>of()) {
      Optional<String> found = problem(item, place + "[" + index++ + "]", name, isShare);
      if (found.isPresent()) {
        return found;
      }
    }
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String next = field.getKey();
      Optional<String> found =
          problem(
              field.getValue(),
              place.isEmpty() ? next : place + "." + next,
              next,
              name.equals(SHARES) || next.endsWith(SHARE));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> number(
      JsonNode node, String place, String name, boolean isShare) {
    double value = node.doubleValue();
    boolean isNegative = value < 0 && !SIGNED.contains(name);
    boolean isTooMuch = isShare && value > 1 + ROUNDED;
    return isNegative || isTooMuch
        ? Optional.of(
            "%s: %s is %s"
                .formatted(place, node.asText(), isNegative ? "less than 0" : "more than 1"))
        : Optional.empty();
  }
}
