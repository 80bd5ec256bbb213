package io.kvbench.runner.distributed.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The objects of one run in Kubernetes' API, as JSON: an Indexed Job whose pods are the agents, and
 * a Secret with their certificate.
 *
 * @param name of both
 * @param controller what agents dial, as in {@code 10.0.0.5:9570}
 * @param cpu what an agent requests and is limited to, as is memory; empty for the cluster's
 *     default
 */
record Manifests(
    String name,
    int agents,
    String image,
    String controller,
    Optional<String> cpu,
    Optional<String> memory) {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .build();

  /** Returns the Job in UTF-8. */
  byte[] job() {
    return bytes(jobObject());
  }

  /**
   * Returns the Secret in UTF-8. It goes with its Job.
   *
   * @param files its texts, by the name of the file
   * @param job the Job's uid
   */
  byte[] secret(Map<String, String> files, String job) {
    return bytes(
        secretObject(
            files,
            Map.of(
                "ownerReferences",
                List.of(
                    Map.of("apiVersion", "batch/v1", "kind", "Job", "name", name, "uid", job)))));
  }

  /** Returns both, to be applied by the user; deleting the Job does not delete the Secret. */
  byte[] all(Map<String, String> files) {
    return bytes(
        Map.of(
            "apiVersion",
            "v1",
            "kind",
            "List",
            "items",
            List.of(secretObject(files, Map.of()), jobObject())));
  }

  private static byte[] bytes(Map<String, Object> object) {
    try {
      return MAPPER.writeValueAsBytes(object);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private Map<String, Object> secretObject(Map<String, String> files, Map<String, Object> more) {
    return Map.of(
        "apiVersion",
        "v1",
        "kind",
        "Secret",
        "metadata",
        metadata(more),
        "type",
        "Opaque",
        "immutable",
        true,
        "stringData",
        files);
  }

  private Map<String, Object> metadata(Map<String, Object> more) {
    Map<String, Object> metadata = new TreeMap<>(more);
    metadata.put("name", name);
    metadata.put("labels", labels());
    return metadata;
  }

  private Map<String, Object> labels() {
    return Map.of(
        "app.kubernetes.io/name", "kvbench",
        "app.kubernetes.io/instance", name,
        "app.kubernetes.io/component", "agent");
  }

  /** Returns the template with each text {@code @name@} replaced by the value of that name. */
  private Map<String, Object> jobObject() {
    Map<String, String> amounts = new TreeMap<>();
    cpu.ifPresent(text -> amounts.put("cpu", text));
    memory.ifPresent(text -> amounts.put("memory", text));
    Map<String, Object> values =
        Map.of(
            "name", name,
            "agents", agents,
            "image", image,
            "controller", controller,
            "labels", labels(),
            "metadata", metadata(Map.of()),
            "amounts", amounts);
    try (InputStream template =
        Objects.requireNonNull(Manifests.class.getResourceAsStream("job.json"))) {
      String text = new String(template.readAllBytes(), StandardCharsets.UTF_8);
      for (Map.Entry<String, Object> value : values.entrySet()) {
        text =
            text.replace(
                "\"@" + value.getKey() + "@\"", MAPPER.writeValueAsString(value.getValue()));
      }
      return MAPPER.readValue(text, new TypeReference<>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
