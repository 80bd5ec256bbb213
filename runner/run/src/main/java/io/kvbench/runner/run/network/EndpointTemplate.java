package io.kvbench.runner.run.network;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An endpoint in parts, so that another address can be put in its place.
 *
 * @param before such as {@code https://}
 * @param address host and port
 * @param after such as a path
 */
record EndpointTemplate(String before, String address, String after) {
  private static final Pattern FORM =
      Pattern.compile(
          "([A-Za-z][A-Za-z0-9+.-]*://)?((?:\\[[0-9A-Fa-f:.]+(?:%\\w+)?]|[\\w.-]+):\\d{1,5})(/.*)?");

  static Optional<EndpointTemplate> of(String endpoint) {
    Matcher matcher = FORM.matcher(endpoint.strip());
    return matcher.matches()
        ? Optional.of(new EndpointTemplate(or(matcher, 1), or(matcher, 2), or(matcher, 3)))
        : Optional.empty();
  }

  private static String or(Matcher matcher, int group) {
    return Optional.ofNullable(matcher.group(group)).orElse("");
  }

  String at(String other) {
    return before + other + after;
  }
}
