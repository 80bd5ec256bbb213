package io.kvbench.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.kvbench.testkit.http.OpenApi;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenApiTest {
  private static final OpenApi OPEN_API = LoopbackServices.OPEN_API;
  private static final JsonNode DOCUMENT = OPEN_API.document();
  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

  @TempDir private Path directory;

  private List<String> routes() throws Exception {
    try (RunStore store = RunStore.open(directory)) {
      Planning planning = LoopbackServices.planning();
      return new Api(planning, LoopbackServices.queue(store, planning, 1), store, "etcd")
          .routes().stream().map(route -> route.method() + " " + route.path()).toList();
    }
  }

  @Test
  void everyRouteIsDescribedAndNothingElse() throws Exception {
    List<String> described = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : DOCUMENT.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        if (METHODS.contains(operation.getKey())) {
          described.add(operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
        }
      }
    }
    assertThat(routes()).hasSizeGreaterThan(10).containsExactlyInAnyOrderElementsOf(described);
  }

  @Test
  void theSchemasAreSchemasAndAllReferencesLeadToThem() {
    Schema metaSchema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
    JsonNode schemas = DOCUMENT.path("components").path("schemas");
    assertThat(schemas.properties()).hasSizeGreaterThan(8);
    schemas
        .properties()
        .forEach(
            schema ->
                assertThat(metaSchema.validate(schema.getValue().toString(), InputFormat.JSON))
                    .as(schema.getKey())
                    .isEmpty());
    for (JsonNode reference : DOCUMENT.findValues("$ref")) {
      assertThat(DOCUMENT.at(reference.asText().substring(1)).isObject())
          .as(reference.asText())
          .isTrue();
    }
  }

  @Test
  void aRunThatIsNoneIsNotValid() {
    JsonNode schema = DOCUMENT.path("components").path("schemas").path("Run");
    assertThat(OPEN_API.problems(schema, "{\"state\": \"lost\"}")).isNotEmpty();
  }
}
