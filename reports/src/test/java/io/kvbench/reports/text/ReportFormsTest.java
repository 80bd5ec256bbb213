package io.kvbench.reports.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvbench.core.measure.PoolUse;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.reports.ChangedResult;
import io.kvbench.reports.Quantiles;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.TimeFixtures;
import io.kvbench.reports.csv.ScenariosCsv;
import io.kvbench.reports.csv.TidyCsv;
import io.kvbench.reports.tool.Perfdash;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.ValuesRead;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The forms of other tools, letter by letter. {@code mvn test -Dgolden=write} makes new ones. */
class ReportFormsTest {
  private static final Locale DEFAULT = Locale.getDefault();

  /** The write of seeds' first row for etcd in containers, and a read with an error. */
  private static final List<StoredRun> RUNS =
      List.of(
          stored(
              new RunBuilder("etcd")
                  .version("3.5")
                  .nodes(2)
                  .clients(1_000, 100)
                  .set("keysize", "4")
                  .set("valuesize", "64")
                  .lasting(144.9626, 0, 0)
                  .answered(
                      Outcome.OK,
                      Quantiles.of(
                          100_000,
                          631.1,
                          1439.1,
                          5617.6,
                          Map.of(
                              10.0, 1328.9, 25.0, 1380.4, 50.0, 1416.6, 75.0, 1438.1, 90.0, 1456.7,
                              95.0, 1472.8)))),
          stored(
              new RunBuilder("etcd")
                  .version("3.5")
                  .workload("read", OperationType.READ)
                  .set("readconsistency", "linearizable")
                  .lasting(2, 0, 0)
                  .failed(ErrorKind.TIMEOUT, "=1+1, \"late\"\u001B[31m", 3)
                  .answered(
                      Outcome.OK, Quantiles.of(1_000, 1, 2, 9, Map.of(50.0, 1.8, 99.0, 4.0)))));

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(DEFAULT);
  }

  static Stream<Arguments> forms() {
    return Stream.of("en-US", "de-DE", "ar-EG-u-nu-arab", "tr-TR")
        .flatMap(
            locale ->
                Stream.of("tool-summary.txt", "scenarios.csv", "tidy.csv")
                    .map(name -> Arguments.of(locale, name)));
  }

  @ParameterizedTest(name = "{1} in {0}")
  @MethodSource("forms")
  void looksAsItShould(String locale, String name) throws IOException {
    Locale.setDefault(Locale.forLanguageTag(locale));

    String report =
        switch (name) {
          case "scenarios.csv" -> ScenariosCsv.of(RUNS);
          case "tidy.csv" -> TidyCsv.of(RUNS);
          default -> ToolSummary.of(RUNS.get(0).result()) + ToolSummary.of(RUNS.get(1).result());
        };

    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(Path.of("src/test/resources/golden", name), report);
    }
    assertThat(report).isEqualTo(golden(name));
  }

  @Test
  void theFiguresOfAPublishedScenarioComeOut() {
    String[] row = ScenariosCsv.of(RUNS).lines().skip(1).findFirst().orElseThrow().split(",", -1);

    assertThat(row).startsWith("write", "2", "100000", "1000", "100", "4", "64", "-", "144.9626");
    assertThat(Double.parseDouble(row[13])).isBetween(689.8, 689.9);
    assertThat(Double.parseDouble(row[16])).isBetween(1.416, 1.418);
  }

  @Test
  void theOlderToolsOwnFileCountsReadsThatFindNothing() {
    StoredRun reads =
        stored(
            new RunBuilder("etcd")
                .workload("read", OperationType.READ)
                .set("readconsistency", "linearizable")
                .lasting(2, 0, 0)
                .answered(Outcome.NOT_FOUND, Quantiles.of(1_000, 1, 2, 9, Map.of(50.0, 1.8))));

    List<String> lines = ScenariosCsv.ofAnswered(reads, "read").lines().toList();

    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst()).startsWith("TestType,ClusterSize,").endsWith(",90%,95%");
    assertThat(lines.getLast())
        .startsWith("read,3,1000,100,10,-,-,l,2.0000,0.0090,0.0010,0.0020,")
        .contains(",500.0000,");
    assertThat(ScenariosCsv.of(List.of(reads))).contains(",l,2.0000,-,-,-,-,0.0000,-,");
    assertThat(ScenariosCsv.ofAnswered(RUNS.getFirst(), "write").lines().skip(1))
        .allSatisfy(row -> assertThat(row).startsWith("write,2,100000,1000,100,4,64,-,144.9626,"));
  }

  @Test
  void aTidyLineHasAsManyCellsAsItsHeader() {
    assertThat(TidyCsv.of(RUNS).lines())
        .allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(9))
        .contains("etcd,etcd,3.5,read,run,,READ,errors.TIMEOUT,3");
  }

  /** Ten times beyond it are what a percentile takes. */
  @Test
  void whatTooFewTimesSayHasNoLine() throws IOException {
    StoredRun few = inserts(100);

    assertThat(TidyCsv.of(List.of(few)))
        .contains(",response.p90Micros,", ",response.maxMicros,")
        .doesNotContain("p95Micros", "p99Micros", "p999Micros", "p9999Micros");
    assertThat(ToolSummary.of(few.result()))
        .contains("  90% in ")
        .doesNotContain("  95% in ", "  99% in ", "  99.9% in ");
    JsonNode items = new ObjectMapper().readTree(Perfdash.of(few)).path("dataItems");
    assertThat(items.path(0).path("data").fieldNames())
        .toIterable()
        .containsExactly("Perc50", "Perc90");
    assertThat(new ObjectMapper().readTree(Perfdash.of(inserts(19))).path("dataItems")).isEmpty();
  }

  /** Of several sizes, the mean of the whole run is not that of each step. */
  @Test
  void onlyBytesOfValuesOfOneSizeAreExact() {
    assertThat(ToolSummary.of(reading(new ValuesRead(1_000, 100, 100, 100, 0, 100, 100))))
        .contains("Total Data Received:\t100000 bytes.", "Request:\t100 bytes.");
    assertThat(ToolSummary.of(reading(new ValuesRead(1_000, 90, 100, 110, 0, 90, 110))))
        .contains("Total Data Received:\tabout 100000 bytes.", "Request:\tabout 100 bytes.");
  }

  private static RunResult reading(ValuesRead values) {
    return new ChangedResult(RUNS.getLast().result()).values(values).result();
  }

  /** An open loop starts more clients, each with its own connection. */
  @Test
  void clientsAndConnectionsAreTheLargestNumbers() {
    StoredRun open =
        stored(
            new RunBuilder("etcd")
                .clients(50, 8)
                .grown(new PoolUse(3_000, 5_000, 0, 0, 0, Optional.empty(), OptionalInt.of(2_950)))
                .answered(Outcome.OK, TimeFixtures.lognormal(100, 9_000_000, 0.1)));

    String row = ScenariosCsv.of(List.of(open)).lines().skip(1).findFirst().orElseThrow();
    assertThat(row.split(",", -1)[3]).isEqualTo("3000");
    assertThat(row.split(",", -1)[4]).isEqualTo("2958");
    assertThat(TidyCsv.of(List.of(open)))
        .contains(
            ",clients,50\n", ",connections,8\n", ",pool.most,3000\n", ",pool.connections,2950\n");
  }

  private static StoredRun inserts(int count) {
    return stored(
        new RunBuilder("etcd")
            .workload("write1m", OperationType.INSERT)
            .answered(Outcome.OK, TimeFixtures.lognormal(count, 9_000_000, 0.1)));
  }

  private static StoredRun stored(RunBuilder run) {
    return new StoredRun(
        Path.of("results", "etcd"), run.result(), run.plan(), List.of(), List.of(), Map.of());
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = ReportFormsTest.class.getResourceAsStream("/golden/" + name)) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
