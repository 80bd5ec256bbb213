package io.kvbench.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The description of the interface, and what it says of an answer. */
final class OpenApi {
  static final JsonNode DOCUMENT = document();

  private OpenApi() {}

  private static JsonNode document() {
    try (InputStream in = Api.class.getResourceAsStream("openapi.json")) {
      return ServiceClient.JSON.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Holds an answer against what the description says of its path, method and status. */
  static void check(HttpResponse<String> answer) {
    String method = answer.request().method().toLowerCase(Locale.ROOT);
    for (Map.Entry<String, JsonNode> path : DOCUMENT.path("paths").properties()) {
      if (answer.request().uri().getPath().matches(path.getKey().replaceAll("\\{\\w+}", "[^/]+"))
          && path.getValue().has(method)) {
        check(answer, path.getValue().path(method).path("responses"));
      }
    }
  }

  private static void check(HttpResponse<String> answer, JsonNode responses) {
    String status = Integer.toString(answer.statusCode());
    assertThat(responses.has(status)).as("status %s: %s", status, answer.body()).isTrue();
    JsonNode content = responses.path(status).path("content");
    String type = answer.headers().firstValue("Content-Type").orElse("").split(";", 2)[0];
    if (!answer.body().isEmpty()) {
      assertThat(content.has(type)).as("%s with status %s", type, status).isTrue();
    }
    JsonNode schema = content.path(type).path("schema");
    if (type.equals("application/json") && schema.isObject()) {
      assertThat(problems(schema, answer.body())).as(answer.body()).isEmpty();
    }
  }

  /** Returns what is wrong with a document by one of the description's schemas. */
  static List<?> problems(JsonNode schema, String document) {
    ObjectNode whole = DOCUMENT.deepCopy();
    whole.setAll((ObjectNode) schema);
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(whole)
        .validate(document, InputFormat.JSON);
  }
}
