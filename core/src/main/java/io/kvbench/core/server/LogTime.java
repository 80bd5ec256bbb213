package io.kvbench.core.server;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A parser of the timestamps of log lines in the formats that servers use. */
public final class LogTime {
  /** Year to second, then an optional fraction after a dot or comma, and an optional offset. */
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d:\\d\\d)(?:[.,](\\d{1,9}))?"
              + "(Z|[+-]\\d\\d:?\\d\\d)?");

  private LogTime() {}

  /**
   * Returns the timestamp at the start of a text, if there is one.
   *
   * @param zone the time zone of timestamps without an offset
   */
  public static Optional<Instant> of(String text, ZoneId zone) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.lookingAt()) {
      return Optional.empty();
    }
    try {
      String fraction = matcher.group(3) == null ? "" : "." + matcher.group(3);
      LocalDateTime local =
          LocalDateTime.parse(matcher.group(1) + "T" + matcher.group(2) + fraction);
      String offset = matcher.group(4);
      return Optional.of(
          offset == null ? local.atZone(zone).toInstant() : local.toInstant(ZoneOffset.of(offset)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
