package io.kvbench.runner.service;

import java.util.List;
import java.util.Map;

/** A request that is admitted. */
final class Call {
  private final Map<String, String> variables;
  private final Map<String, List<String>> query;
  private final byte[] body;
  private final long lastEvent;

  /**
   * Creates a call.
   *
   * @param variables the values of the variables in the route's path
   * @param query the parameters, decoded
   * @param body at most {@link ServiceHandler#LIMIT} bytes, unchecked
   * @param lastEvent the number of the last event that its sender has; 0 for none
   */
  Call(
      Map<String, String> variables, Map<String, List<String>> query, byte[] body, long lastEvent) {
    this.variables = variables;
    this.query = query;
    this.body = body;
    this.lastEvent = lastEvent;
  }

  /** Returns the values of a parameter, or a default. */
  List<String> parameter(String name, String... absent) {
    return query.getOrDefault(name, List.of(absent));
  }

  byte[] body() {
    return body;
  }

  long lastEvent() {
    return lastEvent;
  }

  /** Returns the id of a run, which may be any text. */
  String id() {
    return variable("id");
  }

  String variable(String name) {
    String value = variables.get(name);
    if (value == null) {
      throw new IllegalStateException("the route has no " + name);
    }
    return value;
  }
}
