package io.kvbench.runner.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Documents of the service. The reader takes one value, no name twice, and little depth. */
final class Json {
  private static final int DEEPEST = 8;
  private static final int LONGEST_NAME = 256;
  private static final int LONGEST_TEXT = 65_536;
  private static final int LONGEST_NUMBER = 32;

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .build();

  static {
    MAPPER
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(DEEPEST)
                .maxNameLength(LONGEST_NAME)
                .maxStringLength(LONGEST_TEXT)
                .maxNumberLength(LONGEST_NUMBER)
                .build());
  }

  private Json() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  /**
   * Reads a document.
   *
   * @throws IOException if it is not JSON; the message is for its sender
   */
  static JsonNode parse(byte[] document) throws IOException {
    try {
      return MAPPER.readTree(document);
    } catch (JsonProcessingException e) {
      String where =
          e.getLocation() == null
              ? ""
              : " in line %d, column %d"
                  .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
      e.clearLocation();
      String first = String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
      // What follows is about the parser.
      String why = first.replaceFirst(" \\((start marker at|bound as) .*", "");
      throw new IOException("not JSON" + where + ": " + why, e);
    }
  }

  /** Returns a document on one line. */
  static byte[] bytes(JsonNode document) {
    try {
      return MAPPER.writeValueAsBytes(document);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
