package io.kvbench.runner.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvbench.host.json.StrictJson;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A run of the service, as it is kept in {@code run.json}.
 *
 * @param id names its directory
 */
record ServiceRun(
    String id,
    RunRequest request,
    RunState state,
    Instant queuedAt,
    Optional<Instant> startedAt,
    Optional<End> end) {
  static final String SCHEMA = "kvbench-service-run/1";

  private static final Pattern ID = Pattern.compile("\\d{8}T\\d{6}Z-[0-9a-f]{8}");

  /** Names files of the run's directory, none of the service's own, and never a path. */
  private static final Pattern WORKLOAD = Pattern.compile("[A-Za-z0-9_-]{1,100}");

  /**
   * The end of a run.
   *
   * @param at when it ended, or was taken out of the queue
   * @param exitCode that of its process
   * @param reason why it is not done
   * @param verdict that of its result, such as {@code VALID}
   */
  record End(Instant at, OptionalInt exitCode, Optional<String> reason, Optional<String> verdict) {}

  ServiceRun {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("not the id of a run");
    }
    if (!WORKLOAD.matcher(request.workload()).matches()) {
      throw new IllegalArgumentException("not the name of a workload");
    }
  }

  static ServiceRun queued(String id, RunRequest request, Instant now) {
    return new ServiceRun(id, request, RunState.QUEUED, now, Optional.empty(), Optional.empty());
  }

  ServiceRun running(Instant now) {
    return new ServiceRun(id, request, RunState.RUNNING, queuedAt, Optional.of(now), end);
  }

  ServiceRun ended(RunState how, End its) {
    return new ServiceRun(id, request, how, queuedAt, startedAt, Optional.of(its));
  }

  Optional<String> reason() {
    return end.flatMap(End::reason);
  }

  /** Returns the document that clients get and that {@code run.json} has. */
  ObjectNode json() {
    ObjectNode json = StrictJson.object();
    json.put("schema", SCHEMA);
    json.put("id", id);
    json.put("state", state.toString());
    json.put("system", request.system());
    json.put("workload", request.workload());
    ObjectNode properties = json.putObject("properties");
    request.properties().forEach(properties::put);
    json.put("queuedAt", queuedAt.toString());
    startedAt.ifPresent(time -> json.put("startedAt", time.toString()));
    end.ifPresent(
        its -> {
          json.put("endedAt", its.at.toString());
          its.exitCode.ifPresent(code -> json.put("exitCode", code));
          its.reason.ifPresent(why -> json.put("reason", why));
          its.verdict.ifPresent(text -> json.put("verdict", text));
        });
    return json;
  }

  /**
   * Reads {@code run.json}.
   *
   * @throws IOException if it is not one
   */
  static ServiceRun parse(byte[] document) throws IOException {
    JsonNode json = StrictJson.SHORT.parse(document);
    if (!SCHEMA.equals(json.path("schema").asText())) {
      throw new IOException("its schema is not " + SCHEMA);
    }
    Map<String, String> properties = new TreeMap<>();
    json.path("properties")
        .properties()
        .forEach(field -> properties.put(field.getKey(), field.getValue().asText()));
    try {
      return new ServiceRun(
          text(json, "id"),
          new RunRequest(text(json, "system"), text(json, "workload"), properties),
          RunState.of(text(json, "state")),
          Instant.parse(text(json, "queuedAt")),
          optional(json, "startedAt").map(Instant::parse),
          optional(json, "endedAt").map(at -> end(Instant.parse(at), json)));
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  private static End end(Instant at, JsonNode json) {
    return new End(
        at,
        json.has("exitCode") ? OptionalInt.of(json.path("exitCode").asInt()) : OptionalInt.empty(),
        optional(json, "reason"),
        optional(json, "verdict"));
  }

  private static String text(JsonNode json, String name) throws IOException {
    return optional(json, name).orElseThrow(() -> new IOException("it lacks " + name));
  }

  private static Optional<String> optional(JsonNode json, String name) {
    JsonNode value = json.path(name);
    return value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
  }
}
