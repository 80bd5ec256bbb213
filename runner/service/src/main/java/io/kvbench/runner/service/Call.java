package io.kvbench.runner.service;

import java.util.List;
import java.util.Map;

/**
 * A request that is admitted.
 *
 * @param variables the values of the variables in the route's path
 * @param query the parameters, decoded
 * @param body at most {@link ServiceHandler#LIMIT} bytes, unchecked
 * @param lastEvent the number of the last event that its sender has; 0 for none
 */
@SuppressWarnings("ArrayRecordComponent") // Calls are not compared.
record Call(
    Map<String, String> variables, Map<String, List<String>> query, byte[] body, long lastEvent) {
  /** Returns the values of a parameter, or a default. */
  List<String> parameter(String name, String... absent) {
    return query.getOrDefault(name, List.of(absent));
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
