package io.kvbench.runner.service;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A method and a path that the service answers.
 *
 * @param path with variables in braces, as in {@code /v1/runs/{id}}
 * @param body what its body may be
 */
record Route(String method, String path, BodyType body, Handler handler) {
  static final String PLANS = "/v1/plans";

  /** The type of a request's body. */
  enum BodyType {
    NONE,
    /** JSON, and declared to be that, which a page of another origin cannot send unasked. */
    JSON,
    /** JSON that may be declared to be a form, as {@code curl -d} does. */
    JSON_OR_FORM
  }

  /** A handler of requests. */
  @FunctionalInterface
  interface Handler {
    Reply handle(Call call) throws ServiceRefusal, IOException, InterruptedException;
  }

  /** Returns whether a request may change anything, which is audited. A plan changes nothing. */
  boolean changes() {
    return !method.equals("GET") && !path.equals(PLANS);
  }

  /** Returns the variables of a path; empty if it is another path. */
  Optional<Map<String, String>> match(String asked) {
    List<String> segments = segments(asked);
    List<String> own = segments(path);
    if (segments.size() != own.size()) {
      return Optional.empty();
    }
    Map<String, String> variables = new HashMap<>();
    for (int index = 0; index < own.size(); index++) {
      String name = own.get(index);
      if (name.startsWith("{")) {
        variables.put(name.substring(1, name.length() - 1), segments.get(index));
      } else if (!name.equals(segments.get(index))) {
        return Optional.empty();
      }
    }
    return Optional.of(variables);
  }

  /** Splits a path as it was sent: nothing is decoded, so nothing is a separator in disguise. */
  private static List<String> segments(String path) {
    List<String> segments = new ArrayList<>();
    for (int from = 0; from <= path.length(); ) {
      int end = path.indexOf('/', from);
      int to = end < 0 ? path.length() : end;
      segments.add(path.substring(from, to));
      from = to + 1;
    }
    return segments;
  }
}
