package io.kvbench.runner.service;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvbench.host.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The answer to a request that is carried out. */
sealed interface Reply {
  String POLICY_HEADER = "Content-Security-Policy";

  /** A report is a static document without access to the service. */
  String REPORT_POLICY =
      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none';"
          + " form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts";

  /** A document as a whole. */
  final class Document implements Reply {
    private final int status;
    private final String type;
    private final byte[] content;
    private final Map<String, String> headers;
    private final Optional<String> note;

    Document(int status, String type, byte[] content, Map<String, String> headers) {
      this(status, type, content, headers, Optional.ofNullable(headers.get("Location")));
    }

    private Document(
        int status,
        String type,
        byte[] content,
        Map<String, String> headers,
        Optional<String> note) {
      this.status = status;
      this.type = type;
      this.content = content;
      this.headers = headers;
      this.note = note;
    }

    /** Returns the same with another note for {@link AuditLog}. */
    Document with(String otherNote) {
      return new Document(status, type, content, headers, Optional.of(otherNote));
    }

    int status() {
      return status;
    }

    String type() {
      return type;
    }

    byte[] content() {
      return content;
    }

    Map<String, String> headers() {
      return headers;
    }

    /** Returns the entry for the {@link AuditLog}: the run, by default. */
    Optional<String> note() {
      return note;
    }
  }

  /** A file of a result. */
  record Download(Path file, FileType type) implements Reply {}

  /** The events of a run, until it ends. */
  record Events(String id, long after) implements Reply {}

  static Document json(int status, JsonNode json) {
    return json(status, json, Map.of());
  }

  static Document json(int status, JsonNode json, Map<String, String> headers) {
    return new Document(status, "application/json", StrictJson.SHORT.bytes(json), headers);
  }

  static Reply text(String type, String text) {
    return new Document(
        200, type + "; charset=utf-8", text.getBytes(StandardCharsets.UTF_8), Map.of());
  }

  static Reply nothing() {
    return new Document(204, "application/json", new byte[0], Map.of());
  }
}
