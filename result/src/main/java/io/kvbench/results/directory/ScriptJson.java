package io.kvbench.results.directory;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.UncheckedIOException;

/** Records as JSON for a {@code script} element of HTML: no content can end the element. */
public final class ScriptJson {
  private ScriptJson() {}

  /**
   * Returns a record on one line, in ASCII, without {@code <}, {@code >} and {@code &} in strings.
   */
  public static String of(Object document) {
    try {
      // None of the three has a meaning in JSON outside of strings.
      return JsonDocument.line(document)
          .replace("<", "\\u003c")
          .replace(">", "\\u003e")
          .replace("&", "\\u0026");
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
