package io.kvbench.runner.distributed.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The reasons for which pods have not started, from lists that kubectl prints as JSON. */
final class PodStates {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int MOST = 3;

  private PodStates() {}

  /** Returns the state of each pod, in a sentence; empty if there are none. */
  static Optional<String> ofPods(String list) throws IOException {
    List<String> pods = new ArrayList<>();
    for (JsonNode pod : MAPPER.readTree(list).path("items")) {
      String reason = reason(pod.path("status"));
      pods.add(
          "pod %s is %s%s"
              .formatted(
                  pod.path("metadata").path("name").asText(),
                  pod.path("status").path("phase").asText("unknown"),
                  reason.isEmpty() ? "" : " (" + reason + ")"));
    }
    return joined(pods);
  }

  /** Returns the warnings in a list of events, in a sentence; empty if there are none. */
  static Optional<String> ofEvents(String list) throws IOException {
    List<String> warnings = new ArrayList<>();
    for (JsonNode event : MAPPER.readTree(list).path("items")) {
      if (event.path("type").asText().equals("Warning")) {
        warnings.add(event.path("reason").asText() + ": " + event.path("message").asText());
      }
    }
    return joined(warnings.stream().distinct().toList());
  }

  private static Optional<String> joined(List<String> all) {
    if (all.isEmpty()) {
      return Optional.empty();
    }
    String some = all.stream().limit(MOST).map(Kubectl::plain).collect(Collectors.joining("; "));
    return Optional.of(all.size() > MOST ? some + "; and " + (all.size() - MOST) + " more" : some);
  }

  private static String reason(JsonNode status) {
    for (JsonNode container : status.path("containerStatuses")) {
      for (String state : List.of("waiting", "terminated")) {
        JsonNode now = container.path("state").path(state);
        if (now.isObject()) {
          return both(now);
        }
      }
    }
    return StreamSupport.stream(status.path("conditions").spliterator(), false)
        .filter(condition -> condition.path("type").asText().equals("PodScheduled"))
        .filter(condition -> condition.path("status").asText().equals("False"))
        .map(PodStates::both)
        .findFirst()
        .orElse("");
  }

  private static String both(JsonNode state) {
    String reason = state.path("reason").asText();
    String message = state.path("message").asText();
    return message.isBlank() ? reason : reason + ": " + message;
  }
}
