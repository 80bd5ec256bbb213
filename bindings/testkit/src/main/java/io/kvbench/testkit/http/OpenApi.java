package io.kvbench.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** An OpenAPI description of a service, and checks of responses against it. */
public record OpenApi(JsonNode document) {
  /** Reads a description in JSON. */
  public static OpenApi read(URL file) {
    try (InputStream in = file.openStream()) {
      return new OpenApi(new ObjectMapper().readTree(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Checks a response against the description of its path, method and status. */
  public void check(HttpResponse<String> response) {
    String method = response.request().method().toLowerCase(Locale.ROOT);
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      if (response.request().uri().getPath().matches(path.getKey().replaceAll("\\{\\w+}", "[^/]+"))
          && path.getValue().has(method)) {
        check(response, path.getValue().path(method).path("responses"));
      }
    }
  }

  private void check(HttpResponse<String> response, JsonNode responses) {
    String status = Integer.toString(response.statusCode());
    assertThat(responses.has(status)).as("status %s: %s", status, response.body()).isTrue();
    JsonNode content = responses.path(status).path("content");
    String type = response.headers().firstValue("Content-Type").orElse("").split(";", 2)[0];
    if (!response.body().isEmpty()) {
      assertThat(content.has(type)).as("%s with status %s", type, status).isTrue();
    }
    JsonNode schema = content.path(type).path("schema");
    if (type.equals("application/json") && schema.isObject()) {
      assertThat(problems(schema, response.body())).as(response.body()).isEmpty();
    }
  }

  /** Returns the violations of one of the description's schemas in a JSON text. */
  public List<?> problems(JsonNode schema, String text) {
    ObjectNode whole = document.deepCopy();
    whole.setAll((ObjectNode) schema);
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(whole)
        .validate(text, InputFormat.JSON);
  }
}
