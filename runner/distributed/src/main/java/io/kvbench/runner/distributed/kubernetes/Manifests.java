package io.kvbench.runner.distributed.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;
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

  /** As long as the certificates are valid: a net for pods that never start. */
  private static final int DEADLINE_SECONDS = 2 * 24 * 3600;

  /** Long enough to read the pods' logs when the controller was killed. */
  private static final int SECONDS_AFTER_END = 600;

  /** Keys are readable for all processes of the pod, whichever user its cluster chooses. */
  private static final int FILE_MODE = 0444;

  private static final String VOLUME = "certificates";
  private static final String DIRECTORY = "/certificates";
  private static final String TEMPORARY = "tmp";

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .enable(SerializationFeature.INDENT_OUTPUT)
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

  private Map<String, Object> jobObject() {
    return Map.of(
        "apiVersion",
        "batch/v1",
        "kind",
        "Job",
        "metadata",
        metadata(Map.of()),
        "spec",
        Map.of(
            "completionMode",
            "Indexed",
            "completions",
            agents,
            "parallelism",
            agents,
            // An agent that is lost has lost its measurements too.
            "backoffLimit",
            0,
            "activeDeadlineSeconds",
            DEADLINE_SECONDS,
            "ttlSecondsAfterFinished",
            SECONDS_AFTER_END,
            "template",
            Map.of("metadata", Map.of("labels", labels()), "spec", pod())));
  }

  private Map<String, Object> pod() {
    return Map.of(
        "restartPolicy",
        "Never",
        "automountServiceAccountToken",
        false,
        "enableServiceLinks",
        false,
        "securityContext",
        Map.of("runAsNonRoot", true, "seccompProfile", Map.of("type", "RuntimeDefault")),
        "containers",
        List.of(container()),
        "volumes",
        List.of(
            Map.of("name", VOLUME, "secret", Map.of("secretName", name, "defaultMode", FILE_MODE)),
            Map.of("name", TEMPORARY, "emptyDir", Map.of())));
  }

  private Map<String, Object> container() {
    return Map.of(
        "name",
        "agent",
        "image",
        image,
        // The kubelet replaces the variable, which an Indexed Job gives to each pod.
        "args",
        List.of(
            "agent",
            "--controller",
            controller,
            "--certs",
            DIRECTORY,
            "--index",
            "$(JOB_COMPLETION_INDEX)"),
        "resources",
        resources(),
        "securityContext",
        Map.of(
            "allowPrivilegeEscalation",
            false,
            "readOnlyRootFilesystem",
            true,
            "capabilities",
            Map.of("drop", List.of("ALL"))),
        "terminationMessagePolicy",
        "FallbackToLogsOnError",
        "volumeMounts",
        List.of(
            Map.of("name", VOLUME, "mountPath", DIRECTORY, "readOnly", true),
            Map.of("name", TEMPORARY, "mountPath", "/tmp")));
  }

  private Map<String, Object> resources() {
    Map<String, String> amounts = new TreeMap<>();
    cpu.ifPresent(text -> amounts.put("cpu", text));
    memory.ifPresent(text -> amounts.put("memory", text));
    return Map.of("requests", amounts, "limits", amounts);
  }
}
