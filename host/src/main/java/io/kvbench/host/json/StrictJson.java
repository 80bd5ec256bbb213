package io.kvbench.host.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * The JSON documents of other processes, parsed strictly. The reader accepts one value of limited
 * depth and no name twice; of a record exactly its fields, each of its own type. Messages of an
 * {@link IOException} are written for the sender.
 */
public final class StrictJson {
  /** Requests and answers, whose texts are short. */
  public static final StrictJson SHORT = new StrictJson(65_536);

  private static final int DEEPEST = 8;
  private static final int LONGEST_NAME = 256;
  private static final int LONGEST_NUMBER = 32;
  private static final String TYPE = "type";

  private final JsonMapper mapper;

  /**
   * Sets a limit.
   *
   * @param longestText in characters; binary data has four for three bytes
   */
  public StrictJson(int longestText) {
    mapper =
        JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .withCoercionConfig(
                LogicalType.Textual,
                text ->
                    text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();
    mapper
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(DEEPEST)
                .maxNameLength(LONGEST_NAME)
                .maxStringLength(longestText)
                .maxNumberLength(LONGEST_NUMBER)
                .build());
  }

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /** Reads a document. */
  public JsonNode parse(byte[] document) throws IOException {
    try {
      return mapper.readTree(document);
    } catch (JsonProcessingException e) {
      String where =
          e.getLocation() == null
              ? ""
              : " in line %d, column %d"
                  .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
      throw new IOException("not JSON" + where + ": " + words(e), e);
    }
  }

  /** Reads a record. */
  public <T> T read(byte[] document, Class<T> type) throws IOException {
    return bind(parse(document), type, mapper.readerFor(type));
  }

  /**
   * Reads a message, which has the name of its record.
   *
   * @param type a record, or a sealed interface of records
   */
  public <T> T message(byte[] message, Class<T> type) throws IOException {
    return message(message, type, mapper.reader());
  }

  /** Reads a message of another version, which may lack fields and have others. */
  public <T> T messageOfAnyVersion(byte[] message, Class<T> type) throws IOException {
    ObjectReader tolerant =
        mapper
            .reader()
            .without(
                DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES);
    return message(message, type, tolerant);
  }

  private <T> T message(byte[] message, Class<T> type, ObjectReader reader) throws IOException {
    if (!(parse(message) instanceof ObjectNode tree) || !tree.path(TYPE).isTextual()) {
      throw new IOException("not a message of kvbench");
    }
    String name = tree.remove(TYPE).textValue();
    Class<? extends T> named = records(type).get(name);
    if (named == null) {
      throw new IOException("unknown message '" + name + "'");
    }
    return bind(tree, named, reader.forType(named));
  }

  private static <T> T bind(JsonNode tree, Class<T> type, ObjectReader reader) throws IOException {
    try {
      T read = reader.readValue(tree);
      if (read == null) {
        throw new IOException("null is no " + type.getSimpleName());
      }
      return read;
    } catch (JsonProcessingException e) {
      throw new IOException(words(e), e);
    }
  }

  /** Returns the first line of the message, without what is about the parser. */
  private static String words(JsonProcessingException e) {
    e.clearLocation();
    String first = String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
    return first.replaceFirst(" \\((start marker at|bound as) .*", "");
  }

  /** Returns the records of a sealed interface by their names; of a record only itself. */
  public static <T> Map<String, Class<? extends T>> records(Class<T> type) {
    Map<String, Class<? extends T>> records = new TreeMap<>();
    addRecords(type, type, records);
    return records;
  }

  private static <T> void addRecords(
      Class<?> from, Class<T> type, Map<String, Class<? extends T>> records) {
    if (from.isSealed()) {
      for (Class<?> each : from.getPermittedSubclasses()) {
        addRecords(each, type, records);
      }
    } else {
      records.put(from.getSimpleName(), from.asSubclass(type));
    }
  }

  /** Returns a message in UTF-8. */
  public byte[] message(Record message) {
    ObjectNode tree = mapper.valueToTree(message);
    return bytes(tree.put(TYPE, message.getClass().getSimpleName()));
  }

  /** Returns a document on one line, in UTF-8. */
  public byte[] bytes(Object document) {
    return text(document).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns a document on one line. */
  public String text(Object document) {
    try {
      return mapper.writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
