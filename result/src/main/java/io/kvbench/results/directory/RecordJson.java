package io.kvbench.results.directory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** Records as JSON for other formats. */
public final class RecordJson {
  private RecordJson() {}

  /**
   * Returns a record on one line for a {@code script} element of HTML, in ASCII: without {@code <},
   * {@code >} and {@code &} in strings, no content can end the element.
   */
  public static String inScript(Object document) {
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

  /**
   * Returns the numbers of a record by their places, such as {@code clientTime.okNanos}, in the
   * order of its JSON and without those in arrays.
   */
  public static SequencedMap<String, Double> numbers(Object document) {
    SequencedMap<String, Double> numbers = new LinkedHashMap<>();
    add("", JsonDocument.tree(document), numbers);
    return Collections.unmodifiableSequencedMap(numbers);
  }

  private static void add(String place, JsonNode node, Map<String, Double> numbers) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String next = place + field.getKey();
      if (field.getValue().isNumber()) {
        numbers.put(next, field.getValue().doubleValue());
      }
      add(next + ".", field.getValue(), numbers);
    }
  }
}
