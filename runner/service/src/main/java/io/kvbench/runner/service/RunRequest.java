package io.kvbench.runner.service;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A client's request: a workload on a system, with its own properties.
 *
 * @param workload the name of a workload that kvbench includes, or of one in {@link
 *     SimpleBenchmark#WORKLOADS}, or {@link #BARE}
 * @param properties texts by name, which win over those of the workload
 */
record RunRequest(String system, String workload, Map<String, String> properties) {
  /** A workload of the request's properties only. */
  static final String BARE = "core";

  RunRequest {
    properties = Collections.unmodifiableMap(new TreeMap<>(properties));
  }

  /** Returns what to call it where no other is like it. */
  String title() {
    return workload + " on " + system;
  }

  /** Returns what requests of one title may differ in. A label is shown in any case. */
  Map<String, String> parts() {
    Map<String, String> parts = new TreeMap<>();
    properties.forEach((name, value) -> parts.put(name, name + "=" + value));
    parts.remove("label");
    return parts;
  }
}
