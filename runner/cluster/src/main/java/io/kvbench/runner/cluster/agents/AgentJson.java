package io.kvbench.runner.cluster.agents;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Requests and answers as JSON. The parser accepts exactly the fields of a record, each once, and
 * does not coerce types.
 */
public final class AgentJson {
  private static final String PREFIX = "/agent/";
  private static final int DEEPEST = 8;
  private static final int LONGEST_STRING = 8192;

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  static {
    MAPPER
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(DEEPEST)
                .maxStringLength(LONGEST_STRING * DEEPEST)
                .maxNameLength(LONGEST_STRING)
                .build());
  }

  /** The complete list of requests, by path. */
  private static final Map<String, Class<? extends AgentRequest>> BY_PATH =
      Arrays.<Class<? extends AgentRequest>>asList(
              AgentRequest.Prepare.class,
              AgentRequest.Start.class,
              AgentRequest.Status.class,
              AgentRequest.Change.class,
              AgentRequest.Log.class,
              AgentRequest.Size.class,
              AgentRequest.Stop.class,
              AgentRequest.Keep.class,
              AgentRequest.End.class)
          .stream()
          .collect(Collectors.toUnmodifiableMap(AgentJson::path, Function.identity()));

  private AgentJson() {}

  private static String path(Class<? extends AgentRequest> type) {
    return PREFIX + type.getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** Returns the path of a request. */
  static String path(AgentRequest request) {
    return path(request.getClass());
  }

  /**
   * Parses a request.
   *
   * @return empty if no request has this path
   * @throws IOException if the document does not match the request; the message is for the sender
   */
  public static Optional<AgentRequest> request(String path, byte[] document) throws IOException {
    Class<? extends AgentRequest> type = BY_PATH.get(path);
    return type == null ? Optional.empty() : Optional.of(read(document, type));
  }

  /**
   * Parses a record.
   *
   * @throws IOException if the document contains anything else
   */
  static <T> T read(byte[] document, Class<T> type) throws IOException {
    try {
      T read = MAPPER.readValue(document, type);
      if (read == null) {
        throw new IOException("null is no request");
      }
      return read;
    } catch (JsonProcessingException e) {
      e.clearLocation();
      throw new IOException(String.valueOf(e.getOriginalMessage()), e);
    }
  }

  /** Returns the document of a request or an answer. */
  public static String write(Object document) {
    try {
      return MAPPER.writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
