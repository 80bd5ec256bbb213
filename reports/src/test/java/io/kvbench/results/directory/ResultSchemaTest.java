package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.results.format.AuditResult;
import io.kvbench.results.format.FlatPart;
import io.kvbench.results.format.HostUse;
import io.kvbench.results.format.HostsResult.ClockResult;
import io.kvbench.results.format.HostsResult.SamplerResult;
import io.kvbench.results.format.HostsResult.Span;
import io.kvbench.results.format.NodesUse;
import io.kvbench.results.format.ProcessUse;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.SchedulingResult;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the published schema against written results and against invalid ones. */
class ResultSchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNode DOCUMENT = document();
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(DOCUMENT);

  static Stream<RunResult> results() {
    return ResultCodecTest.results();
  }

  @ParameterizedTest
  @MethodSource("results")
  void whatIsWrittenIsValid(RunResult result) {
    assertThat(problems(ResultCodecTest.json(result))).isEmpty();
  }

  @Test
  void theSchemaIsASchema() throws IOException {
    Schema metaSchema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));

    assertThat(metaSchema.validate(DOCUMENT.toString(), InputFormat.JSON)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "schema, '\"kvbench-result/2\"'",
    "status, '\"DONE\"'",
    "startedAt, '\"yesterday\"'",
    "startedAt, '\"2026-02-03T04:05:06+01:00\"'",
    "seed, 1.5",
    "seed, null",
    "phases, '{}'",
    "cluster/kind, '\"cloud\"'",
    "cluster/nodes, -1",
    "cluster/elections, -1",
    "cluster/events/leftOut, -1",
    "cluster/events/counts, '{\"ROLLBACK\": 1}'",
    "cluster/events/list/0/kind, '\"election\"'",
    "cluster/events/list/0/at, 12",
    "cluster/events/sources/0/from, '\"log\"'",
    "cluster/roundTrips/0/minMicros, 0.5",
    "cluster/servers, '{}'",
    "cluster/servers/0/leader, 1",
    "cluster/servers/0/termAfter, '\"2\"'",
    "cluster/servers/0/details, '{\"mode\": 1}'",
    "verdict/validity, '\"GOOD\"'",
    "verdict/reasons, '[{\"check\": \"lag\"}]'",
    "client/cpuNanos, '\"1\"'",
    "client/processShared, '\"true\"'",
    "clientTime/errorNanos, '{\"OOPS\": 1}'",
    "clientTime/okNanos, 0.5",
    "storeCheck/keysFound, -1",
    "storeCheck/keysOverwritten, -1",
    "storeCheck/unreported/more, -1",
    "keyCheck/keysAsExpected, -1",
    "storeUnchecked/declared, 1",
    "keyCheck/keysMissing, -1",
    "keyCheck/keysForeign, 0.5",
    "keyCheck/firstMissing, '[1]'",
    "keysUnchecked/declared, 1",
    "versionCheck/repeated, -1",
    "consistency/dropped, -2",
    "consistency/readModes/0/promised, '\"STRONG\"'",
    "consistency/rules/promises, '{\"DEFAULT\": 1}'",
    "slos, '[{\"text\": \"errors<1\", \"met\": true}]'",
    "slos/0/met, '\"yes\"'",
    "phases/0/condition/stealShare, 1.5",
    "phases/0/condition/processors, 0",
    "phases/0/condition/hiccups, '{}'",
    "phases/0/condition/scheduling/busiestThread, '{}'",
    "phases/0/condition/scheduling/throttledPeriods, 0.5",
    "phases/0/faults/0/action, '\"KICK\"'",
    "phases/0/faults/0/recovery/0/firstSuccessMillis, 1.5",
    "phases/0/events/0/at, 12",
    "hosts/samplers/0/everyMillis, 0.5",
    "hosts/spans/0/wallNanos, '\"1\"'",
    "hosts/spans/0/phase, '\"RUN\"'",
    "hosts/spans/1/nodes/0/cpuPercentMax, -1",
    "hosts/spans/1/client/writtenBytes, 1.5",
    "hosts/spans/1/overNodes/cpuMillis, 12",
    "hosts/spans/1/hosts/0/devices, 1",
    "phases/0/name, '\"RUN\"'",
    "phases/0/step, 2",
    "phases/0/step/index, 0",
    "phases/0/operations, '{\"UPSERT\": {}}'",
    "phases/0/operations/INSERT/outcomes, '{\"FINE\": 1}'",
    "phases/0/operations/INSERT/otherTimes, '{\"FINE\": {}}'",
    "phases/0/operations/INSERT/response/p99Micros, 1.5",
    "phases/0/operations/INSERT/response/histogram, '\"?\"'",
  })
  void whatIsWrongIsRefused(String pointer, String value) throws IOException {
    JsonNode tree = JSON.readTree(everything());
    int end = pointer.lastIndexOf('/');
    JsonNode parent = end < 0 ? tree : tree.at("/" + pointer.substring(0, end));
    ((ObjectNode) parent).set(pointer.substring(end + 1), JSON.readTree(value));

    assertThat(problems(tree.toString())).isNotEmpty();
  }

  @Test
  void everyFieldButTheOptionalOnesIsRequired() throws IOException {
    List<String> spared = new ArrayList<>();
    JsonNode whole = JSON.readTree(everything());
    keepFirstElements(whole);
    removeEach(whole, whole, "", spared);

    List<String> optional =
        new ArrayList<>(
            List.of(
                "/statusReason",
                "/slos",
                "/storeCheck",
                "/storeCheck/keysOverwritten",
                "/storeCheck/unreported",
                "/storeUnchecked",
                "/keyCheck",
                "/keyCheck/keysForeign",
                "/keyCheck/problem",
                "/keyCheck/values",
                "/keyCheck/keysAsAcknowledged",
                "/keyCheck/keysAsExpected",
                "/keyCheck/nextNumber",
                "/keysUnchecked",
                "/valuesRead",
                "/versionCheck",
                "/versionCheck/first",
                "/consistency",
                "/consistency/problem",
                "/consistency/violations/0/example/0/mode",
                "/consistency/leaseNotes/0/example/0/mode",
                "/hosts",
                "/cluster/servers",
                "/cluster/servers/0/name",
                "/cluster/servers/0/version",
                "/cluster/servers/0/keysFound",
                "/cluster/servers/0/diskBytes",
                "/cluster/servers/0/termBefore",
                "/cluster/servers/0/termAfter",
                "/cluster/elections",
                "/cluster/events",
                "/cluster/roundTrips",
                "/cluster/roundTrips/0/minMicros",
                "/cluster/roundTrips/0/medianMicros",
                "/cluster/events/list/0/durationNanos",
                "/cluster/events/sources/0/problem",
                "/client/processShared",
                "/clientTime/backOffNanos",
                "/clientTime/holdNanos",
                "/phases/0/clientTime/backOffNanos",
                "/phases/0/clientTime/holdNanos",
                "/phases/0/step",
                "/phases/0/offeredPerSecond",
                "/phases/0/maxThroughputPerSecond",
                "/phases/0/minThroughputPerSecond",
                "/phases/0/condition",
                "/phases/0/condition/stealShare",
                "/phases/0/faults",
                "/phases/0/faults/0/longestClientStallMillis",
                "/phases/0/faults/0/recovery/0/firstErrorMillis",
                "/phases/0/faults/0/recovery/0/firstSuccessMillis",
                "/phases/0/faults/0/recovery/0/recoveredMillis",
                "/phases/0/events",
                "/phases/0/events/0/node",
                "/phases/0/faultWindows",
                "/phases/0/scans",
                "/phases/0/scans/ranges",
                "/phases/0/busiestConnection",
                "/phases/0/busiestServer",
                "/phases/0/audit"));
    optional.addAll(optionalOf(AuditResult.class, "/phases/0/audit"));
    optional.add("/phases/0/condition/scheduling");
    optional.add("/phases/0/condition/pauses");
    optional.add("/phases/0/condition/watchedNanos");
    optional.add("/phases/0/faults/0/noneFreeMillis");
    optional.add("/phases/0/pool");
    optional.addAll(optionalOf(SchedulingResult.class, "/phases/0/condition/scheduling"));
    optional.addAll(optionalOf(SamplerResult.class, "/hosts/samplers/0"));
    optional.addAll(optionalOf(ClockResult.class, "/hosts/samplers/0/clock"));
    optional.addAll(optionalOf(Span.class, "/hosts/spans/0"));
    // Of all phases together, and without agents.
    optional.removeAll(List.of("/hosts/spans/0/phase", "/hosts/spans/0/agents"));
    optional.addAll(optionalOf(ProcessUse.class, "/hosts/spans/0/nodes/0"));
    optional.addAll(optionalOf(ProcessUse.class, "/hosts/spans/0/client"));
    optional.addAll(optionalOf(NodesUse.class, "/hosts/spans/0/overNodes"));
    optional.addAll(optionalOf(HostUse.class, "/hosts/spans/0/hosts/0"));
    assertThat(spared).containsExactlyInAnyOrderElementsOf(optional);
  }

  /** The optional components of a record that occurs in the result. */
  private static List<String> optionalOf(Class<? extends Record> type, String pointer) {
    List<String> optional = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      if (FlatPart.class.isAssignableFrom(component.getType())) {
        optional.addAll(optionalOf(component.getType().asSubclass(Record.class), pointer));
      } else if (component.getType().getSimpleName().startsWith("Optional")) {
        optional.add(pointer + "/" + component.getName());
      }
    }
    return optional;
  }

  /** A field that the schema does not know may have any value. */
  @Test
  void everyFieldIsDescribed() throws IOException {
    JsonNode whole = JSON.readTree(everything());
    keepFirstElements(whole);
    Set<String> fields = new TreeSet<>();
    replaceValues(whole, "", fields);

    SCHEMA
        .validate(whole.toString(), InputFormat.JSON)
        .forEach(error -> fields.remove(error.getInstanceLocation().toString()));

    assertThat(fields)
        .as("each field is a property in kvbench-result-1.schema.json: add these")
        .isEmpty();
  }

  @Test
  void fieldsMayBeAdded() throws IOException {
    ObjectNode tree = (ObjectNode) JSON.readTree(everything());
    tree.put("new", 1);
    ((ObjectNode) tree.at("/phases/0")).put("new", 1);

    assertThat(problems(tree.toString())).isEmpty();
  }

  @Test
  void theClosedSetsAreThoseOfTheCode() {
    assertThat(names("outcome")).isEqualTo(names(Outcome.values()));
    assertThat(names("errorKind")).isEqualTo(names(ErrorKind.values()));
    assertThat(names("operationType")).isEqualTo(names(OperationType.values()));
    assertThat(names("serverEventKind")).isEqualTo(names(ServerEventKind.values()));
    assertThat(names("readConsistency")).isEqualTo(names(ReadConsistency.values()));
    assertThat(names("readPromise")).isEqualTo(names(ReadPromise.values()));
  }

  /** Shortens a document that is checked once for each of its fields. */
  private static void keepFirstElements(JsonNode node) {
    if (node instanceof ArrayNode array) {
      while (array.size() > 1) {
        array.remove(1);
      }
    }
    node.forEach(ResultSchemaTest::keepFirstElements);
  }

  /** Removes each field of a fixed name in turn and records those that are not required. */
  private static void removeEach(
      JsonNode whole, JsonNode node, String pointer, List<String> spared) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    boolean map =
        pointer.matches(
            ".*/(counts|outcomes|errors|otherTimes|operations|details|promises|\\w+Nanos)");
    for (String name : names) {
      String path = pointer + "/" + name;
      ObjectNode parent = (ObjectNode) (pointer.isEmpty() ? whole : whole.at(pointer));
      JsonNode removed = parent.remove(name);
      if (!map && problems(whole.toString()).isEmpty()) {
        spared.add(path);
      }
      parent.set(name, removed);
      if (!map || name.equals("INSERT") || name.equals("TIMEOUT")) {
        JsonNode child = removed.isArray() ? removed.path(0) : removed;
        removeEach(whole, child, removed.isArray() ? path + "/0" : path, spared);
      }
    }
  }

  /** Puts an object in the place of each value, which is none that a field may have. */
  private static void replaceValues(JsonNode node, String pointer, Set<String> fields) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      JsonNode value = node.get(name);
      String path = pointer + "/" + name;
      if (value.isArray()) {
        replaceValues(value.path(0), path + "/0", fields);
      } else if (value.isObject()) {
        replaceValues(value, path, fields);
      } else {
        ((ObjectNode) node).putObject(name);
        fields.add(path);
      }
    }
  }

  private static List<String> names(String definition) {
    List<String> names = new ArrayList<>();
    DOCUMENT.at("/$defs/" + definition + "/enum").forEach(name -> names.add(name.textValue()));
    return names;
  }

  private static List<String> names(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name).toList();
  }

  private static String everything() {
    return ResultCodecTest.json(ResultCodecTest.checked());
  }

  private static List<String> problems(String json) {
    return SCHEMA.validate(json, InputFormat.JSON).stream().map(Object::toString).toList();
  }

  private static JsonNode document() {
    try (InputStream in =
        ResultDirectory.class.getResourceAsStream(ResultDirectory.RESULT_SCHEMA)) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
