package io.kvbench.runner.cluster.agents;

import io.kvbench.host.json.StrictJson;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The requests of agents and their answers as JSON. */
public final class AgentJson {
  /** The fixed list of requests, by their paths. */
  private static final Map<String, Class<? extends AgentRequest>> BY_PATH =
      StrictJson.records(AgentRequest.class).values().stream()
          .collect(Collectors.toUnmodifiableMap(AgentJson::path, Function.identity()));

  private AgentJson() {}

  private static String path(Class<? extends AgentRequest> type) {
    return "/agent/" + type.getSimpleName().toLowerCase(Locale.ROOT);
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
   * Reads a request or an answer.
   *
   * @throws IOException if the document contains anything else
   */
  static <T> T read(byte[] document, Class<T> type) throws IOException {
    return StrictJson.SHORT.read(document, type);
  }

  /** Returns the document of a request or an answer. */
  public static String write(Object document) {
    return StrictJson.SHORT.text(document);
  }
}
