package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvbench.reports.ChangedResult;
import io.kvbench.reports.ConsistencyFixtures;
import io.kvbench.reports.FailureFixtures;
import io.kvbench.reports.FaultFixtures;
import io.kvbench.reports.ResultFixtures;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.StepFixtures;
import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.results.format.RunResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ResultCodecTest {
  private static final String EVERYTHING = json(ResultFixtures.everything());

  @TempDir Path directory;

  static Stream<RunResult> results() {
    return Stream.of(
        ResultFixtures.everything(),
        checked(),
        ResultFixtures.openLoopWithLag(),
        FailureFixtures.halfFailing(),
        FailureFixtures.interruptedEarly(),
        StepFixtures.clientSteps(),
        ResultFixtures.threeServers(),
        FaultFixtures.leaderKilled(),
        ResultFixtures.memory());
  }

  /** Returns a result with every field, also those of a check of its answers. */
  static RunResult checked() {
    RunResult result = ResultFixtures.everything();
    return new ChangedResult(result)
        .consistency(ConsistencyFixtures.everything())
        .phases(result.phases())
        .result();
  }

  @ParameterizedTest
  @MethodSource("results")
  void readsWhatItWrites(RunResult result) throws Exception {
    assertThat(ResultDirectory.read(file(json(result)))).isEqualTo(result);
  }

  @Test
  void filesFromBeforeAFieldWasAddedAreRead() throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode tree = mapper.readTree(EVERYTHING);
    ((ObjectNode) tree).remove("slos");
    ((ObjectNode) tree.at("/phases/0")).remove("condition");
    ((ObjectNode) tree.at("/cluster")).remove(List.of("servers", "elections", "events"));

    RunResult result = ResultDirectory.read(file(mapper.writeValueAsString(tree)));

    assertThat(result.slos()).isEmpty();
    assertThat(result.brokenSlos()).isEmpty();
    assertThat(result.cluster().askedServers()).isEmpty();
    assertThat(result.cluster().elections()).isEmpty();
    assertThat(result.cluster().events()).isEmpty();
    assertThat(result.phases().getFirst().client().condition()).isEmpty();
  }

  @Test
  void fieldsHaveTheNamesOthersRelyOn() throws IOException {
    JsonNode tree = new ObjectMapper().readTree(json(FailureFixtures.halfFailing()));

    assertThat(tree.fieldNames())
        .toIterable()
        .containsExactly(
            "schema",
            "status",
            "workload",
            "startedAt",
            "seed",
            "system",
            "cluster",
            "environment",
            "verdict",
            "client",
            "clientTime",
            "storeCheck",
            "phases");
    assertThat(tree.at("/schema").textValue()).isEqualTo("kvbench-result/1");
    assertThat(tree.at("/startedAt").textValue()).isEqualTo("2026-02-03T04:05:06.789Z");
    assertThat(tree.at("/clientTime").fieldNames())
        .toIterable()
        .containsExactly(
            "totalNanos",
            "okNanos",
            "otherOutcomeNanos",
            "errorNanos",
            "reconnectNanos",
            "backOffNanos",
            "waitNanos",
            "thinkNanos",
            "holdNanos",
            "idleNanos",
            "harnessNanos");
    assertThat(tree.at("/phases/0/name").textValue()).isEqualTo("run");
    assertThat(tree.at("/phases/0").has("offeredPerSecond")).isFalse();
    assertThat(tree.at("/phases/0/operations/INSERT/outcomes/OK").longValue()).isEqualTo(50_000);
    assertThat(tree.at("/phases/0/operations/INSERT/errors").fieldNames())
        .toIterable()
        .containsExactly("TIMEOUT", "CONNECTION_LOST", "SESSION_EXPIRED");
    assertThat(tree.at("/phases/0/operations/INSERT/response/p999Micros").isIntegralNumber())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({"de-DE", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "tr-TR"})
  void theSameResultIsTheSameBytesInEveryLocale(String locale) {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(locale));
      assertThat(json(ResultFixtures.everything())).isEqualTo(EVERYTHING);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void fieldsOfANewerWriterArePassedOver() throws Exception {
    String newer =
        EVERYTHING
            .replaceFirst("\\{", "{ \"new\": {\"nested\": [1]},")
            .replace("\"wallNanos\"", "\"more\": null, \"wallNanos\"")
            .replace("\"histogram\"", "\"p75Millis\": 0.5, \"histogram\"");
    assertThat(newer).contains("nested").contains("more").contains("p75Millis");

    assertThat(ResultDirectory.read(file(newer))).isEqualTo(ResultFixtures.everything());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"status\": \"FAILED\" | \"status\": \"FINE\" | damaged at status: \"FINE\" is not a"
            + " RunStatus",
        "\"seed\": 1, | `` | lacks \"seed\" in its top",
        "\"seed\": 1 | \"seed\": 1.5 | damaged at seed",
        "\"seed\": 1 | \"seed\": \"1\" | damaged at seed",
        "\"seed\": 1 | \"seed\": null | damaged at seed",
        "\"seed\": 1, | \"seed\": 1, \"seed\": 2, | is not JSON",
        "\"kvbench-result/1\" | \"kvbench-result/2\" | is of the format \"kvbench-result/2\"",
        "\"kvbench-result/1\" | 1 | was not written by kvbench",
        "\"count\": 38 | \"count\": -38.5 | phases[0].operations.INSERT.count",
        "\"INSERT\": { | \"UPSERT\": { | UPSERT",
        "\"wallNanos\": 1000000000, | `` | lacks \"wallNanos\" in phases[0]",
        "\"phases\": [ | \"phases\": [ null, | damaged at",
        "HISTFAAA | HISTFAAB | phases[0].faultWindows.outside.lag.histogram: it cannot be decoded",
      })
  void whatIsWrongIsSaidInOneSentence(String text, String damage, String problem)
      throws IOException {
    Path file = file(damaged(text, damage));

    assertThatThrownBy(() -> ResultDirectory.read(file))
        .isInstanceOf(ResultFormatException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(problem)
        .satisfies(e -> assertThat(e.getMessage().lines().count()).isEqualTo(1));
  }

  @ParameterizedTest
  @CsvSource({
    "/phases/0/requests, -5, damaged at phases[0].requests: -5 is less than 0",
    "/phases/0/wallNanos, -1, damaged at phases[0].wallNanos: -1 is less than 0",
    "/phases/0/operations/INSERT/outcomes/OK, -1, outcomes.OK: -1 is less than 0",
    "/hosts/spans/0/nodes/0/samples, -1, hosts.spans[0].nodes[0].samples: -1 is less",
    "/phases/0/condition/stealShare, 1.5, stealShare: 1.5 is more than 1",
    "/phases/0/throughputPerSecond, 99, contradicts itself: phases[0].throughputPerSecond is 99",
    "/phases/0/meanConcurrency, 99, contradicts itself: phases[0].meanConcurrency is 99",
    "/phases/0/operations/INSERT/response/p99Micros, 9, INSERT.response.p99Micros is 9",
    "/phases/0/operations/INSERT/count, 9, contradicts itself: phases[0].operations.INSERT.count",
    "/phases/0/operations/INSERT/outcomes/OK, 4, contradicts itself",
    "/phases/0/clientTime/okNanos, 900000000, contradicts itself",
  })
  void figuresThatCannotBeAreRefused(String pointer, double value, String problem)
      throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode tree = mapper.readTree(EVERYTHING);
    int slash = pointer.lastIndexOf('/');
    ObjectNode parent = (ObjectNode) tree.at(pointer.substring(0, slash));
    String name = pointer.substring(slash + 1);
    assertThat(parent.has(name)).isTrue();
    if (value == Math.rint(value)) {
      parent.put(name, (long) value);
    } else {
      parent.put(name, value);
    }
    Path file = file(mapper.writeValueAsString(tree));

    assertThatThrownBy(() -> ResultDirectory.read(file))
        .isInstanceOf(ResultFormatException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(problem);
  }

  @Test
  void whereThereWasNoFullSecondThereIsNoBestOne() throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode tree = mapper.readTree(json(StepFixtures.clientSteps()));
    List<String> extremes = List.of("maxThroughputPerSecond", "minThroughputPerSecond");
    double best = tree.at("/phases/4/maxThroughputPerSecond").doubleValue();
    ((ObjectNode) tree.at("/phases/7")).put("maxThroughputPerSecond", best * 2);
    RunResult before = ResultDirectory.read(file(mapper.writeValueAsString(tree)));
    ((ObjectNode) tree.at("/phases/7")).remove(extremes);
    RunResult one = ResultDirectory.read(file(mapper.writeValueAsString(tree)));
    tree.at("/phases").forEach(phase -> ((ObjectNode) phase).remove(extremes));
    RunResult none = ResultDirectory.read(file(mapper.writeValueAsString(tree)));

    assertThat(mostPerSecond(before)).hasValue(best * 2);
    assertThat(mostPerSecond(one)).as("of the other steps").hasValue(best);
    assertThat(mostPerSecond(none)).isEmpty();
    assertThat(json(none)).doesNotContain(extremes);
  }

  private static OptionalDouble mostPerSecond(RunResult result) {
    ComparedRun run =
        ComparedRun.of(
            "run",
            new StoredRun(
                Path.of("run"),
                result,
                new RunBuilder("etcd").plan(),
                List.of(),
                List.of(),
                Map.of()),
            List.of());
    return Comparison.of(List.of(run)).summary().stream()
        .filter(row -> row.name().equals("MAX-THROUGHPUT"))
        .findFirst()
        .orElseThrow()
        .cells()
        .getFirst()
        .figure();
  }

  @Test
  void aHistogramOfOtherTimesIsNotTakenForThese() throws IOException {
    Path file =
        file(EVERYTHING.replaceFirst("\"lag\": \\{\\s*\"count\": 5,", "\"lag\": { \"count\": 6,"));

    assertThatThrownBy(() -> ResultDirectory.read(file))
        .isInstanceOf(ResultFormatException.class)
        .hasMessageContaining("phases[0].lag.histogram: it holds 5 times, not 6");
  }

  @Test
  void aFileCutOffAnywhereIsRefused() throws IOException {
    for (int length = 0; length < EVERYTHING.length() - 2; length += 4_999) {
      Path file = file(EVERYTHING.substring(0, length));

      assertThatThrownBy(() -> ResultDirectory.read(file))
          .isInstanceOf(ResultFormatException.class)
          .hasMessageMatching(".*(is empty|cut off|is not JSON).*");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "hello | is not JSON",
        "[] | was not written by kvbench",
        "42 | was not written by kvbench",
        "{} | was not written by kvbench",
        "` ` | was not written by kvbench",
        "{\"schema\":\"kvbench-result/1\"} | lacks",
        "{\"schema\":\"kvbench-result/1\"} x | is not JSON",
      })
  void foreignFilesAreRefused(String content, String problem) throws IOException {
    Path file = file(content);

    assertThatThrownBy(() -> ResultDirectory.read(file))
        .isInstanceOf(ResultFormatException.class)
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource({"[, 2000, nesting depth", "1, 2000, number value length"})
  void whatBreaksALimitOfTheParserIsRefused(String part, int times, String problem)
      throws IOException {
    Path file = file("{\"schema\":" + part.repeat(times) + "}");

    assertThatThrownBy(() -> ResultDirectory.read(file))
        .isInstanceOf(ResultFormatException.class)
        .hasMessageContaining("is not JSON")
        .hasMessageMatching("(?is).*" + problem + ".*");
  }

  @Test
  void binaryFilesAndDirectoriesAreRefused() throws IOException {
    Path binary = directory.resolve("binary");
    Files.write(binary, new byte[] {(byte) 0xFF, (byte) 0xFE, 0, 1, 2, (byte) 0x80});

    assertThatThrownBy(() -> ResultDirectory.read(binary))
        .isInstanceOf(ResultFormatException.class);
    assertThatThrownBy(() -> ResultDirectory.read(directory))
        .isInstanceOf(ResultFormatException.class)
        .hasMessageContaining("cannot be read");
    assertThatThrownBy(() -> ResultDirectory.read(directory.resolve("no.json")))
        .isInstanceOf(ResultFormatException.class)
        .hasMessageContaining("there is no ");
  }

  private static String damaged(String text, String damage) {
    assertThat(EVERYTHING).contains(text);
    int at = text.startsWith("HIST") ? EVERYTHING.lastIndexOf(text) : EVERYTHING.indexOf(text);
    return EVERYTHING.substring(0, at) + damage + EVERYTHING.substring(at + text.length());
  }

  private Path file(String content) throws IOException {
    return Files.writeString(directory.resolve("result.json"), content);
  }

  static String json(RunResult result) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      JsonDocument.write(result, out);
      return out.toString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
