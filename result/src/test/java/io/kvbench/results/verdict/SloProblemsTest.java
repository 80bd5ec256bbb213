package io.kvbench.results.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.plan.MixSettings;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunPlanner;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the errors in thresholds that planning reports to the user. */
class SloProblemsTest {
  private static final SystemDescriptor STORE =
      new SystemDescriptor(
          "store", "Store", EnumSet.allOf(Capability.class), Map.of(), List.of(), false);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "errors | must have the form NAME<VALUE",
        "<5 | must have the form NAME<VALUE",
        "errors<<5 | must have the form NAME<VALUE",
        "errors=5 | must have the form NAME<VALUE",
        "errors< | must have the form NAME<VALUE",
        "REED.errors<5 | has the unknown part 'REED'; did you mean 'READ'?",
        "reed.errors<5 | has the unknown part 'reed'; did you mean 'READ'?",
        "p99<20 | lacks a figure; did you mean 'response.p99<20ms'?",
        "READ.p99.9<=20ms | lacks a figure; did you mean 'READ.response.p99.9<=20ms'?",
        "write.p99<20ms | has the unknown part 'write'; did you mean 'INSERT' or 'UPDATE'?",
        "READ.respnse.p99<5ms | has the unknown part 'respnse'; did you mean 'response'?",
        "wibble<5 | has the unknown part 'wibble'; expected one of response, service, lag, errors",
        "READ<5 | lacks a figure: one of response",
        "READ.response<5ms | lacks a statistic: response. must be followed by mean, min, max",
        "READ.response.p999<5ms | has the unknown statistic 'p999'",
        "lag.median<5ms | has the unknown statistic 'median'",
        "READ.lag.p99<5ms | lag covers all requests; use lag.p99",
        "READ.response.p99<5 | requires a duration with a unit",
        "errors<0.5 | requires a percentage or an integer number",
        "errors<101% | allows 101%, but the maximum is 100 %",
        "errors<x% | requires a percentage or an integer number",
        "errors<1 throughput>5 | looks like several thresholds; separate them with commas",
        "lag.p99 < 1ms errors <= 1% | separate them with commas",
        "errors<-1 | requires a percentage or an integer number",
        "errors.TIMEOT<5 | has the unknown error kind 'TIMEOT'; did you mean 'TIMEOUT'?",
        "throughput>fast | requires a number of operations per second",
        "throughput>-1 | requires a number of operations per second",
        "throughput.p99>5 | has 'p99' after throughput",
        "DELETE.errors<5 | refers to DELETE, which this run does not perform; it performs READ,"
            + " UPDATE.",
        "lag.p99<5ms | but a closed loop has none; set target",
        "errors.infaults<5 | refers to fault windows, but this run has none; plan a fault"
      })
  void eachIsSaidInOneSentence(String slo, String words) {
    assertThat(problems("slo=" + slo))
        .singleElement()
        .satisfies(
            problem -> assertThat(problem).startsWith("-p slo: '" + slo + "' ").contains(words));
  }

  @Test
  void allAreSaidAtOnce() {
    assertThat(problems("slo=READ.p99<5ms, errors<1%, SCAN.errors<1, throughput>x"))
        .hasSize(3)
        .satisfiesExactly(
            first -> assertThat(first).contains("'READ.p99<5ms'"),
            second -> assertThat(second).contains("'SCAN.errors<1'"),
            third -> assertThat(third).contains("'throughput>x'"));
  }

  @Test
  void theyAreSaidAlsoWhereThereIsNoPlan() {
    assertThat(problems("slo=SCAN.errors<1", "operationcount=0"))
        .hasSize(2)
        .last()
        .asString()
        .contains("SCAN");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "READ.response.p99<5ms",
        "response.p99.99<=5s,service.mean<5us,READ.service.max<1h",
        "update.errors.connection_lost<5",
        "errors<0.1%",
        "throughput>=1_000.5",
        "errors.outsidefaults<0.1%",
      })
  void whatIsRightIsTaken(String slo) {
    assertThat(problems("slo=" + slo)).isEmpty();
  }

  @Test
  void theRunDecidesWhichOperationsThereAre() {
    assertThat(problems("slo=lag.p99<5ms", "target=10")).isEmpty();
    assertThat(problems("slo=INSERT.errors<1")).hasSize(1);
    assertThat(problems("slo=INSERT.errors<1", "dotransactions=false")).isEmpty();
    assertThat(problems("slo=READ.errors<1", "dotransactions=false")).hasSize(1);
    String[] composite = {
      "slo=READ.errors<1,UPDATE.errors<1,READ_MODIFY_WRITE.errors<1",
      "readproportion=0",
      "updateproportion=0",
      "readmodifywriteproportion=1"
    };
    assertThat(problems(composite)).isEmpty();
  }

  @Test
  void thoseOfAMixAreAboutItsOperations() {
    String[] mixes = {
      "mix.a.readproportion=1", "mix.b.updateproportion=1", "mix.b.target=5", "mix.b.clients=1"
    };
    assertThat(mixProblems(mixes, "mix.a.slo=READ.errors<1", "mix.b.slo=lag.p99<5ms")).isEmpty();
    assertThat(mixProblems(mixes, "mix.a.slo=UPDATE.errors<1"))
        .singleElement()
        .asString()
        .startsWith("-p mix.a.slo: 'UPDATE.errors<1' refers to UPDATE")
        .contains("it performs READ.");
    assertThat(mixProblems(mixes, "mix.a.slo=lag.p99<5ms"))
        .singleElement()
        .asString()
        .contains("a closed loop has none");
    assertThat(mixProblems(mixes, "mix.a.slo=errors.outsidefaults<1"))
        .singleElement()
        .asString()
        .contains("which all mixes have together: set it in slo");
    assertThat(mixProblems(mixes, "mix.a.slo=errors")).hasSize(1);
  }

  private static List<String> mixProblems(String[] mixes, String... slos) {
    return problems(Stream.of(mixes, slos).flatMap(Stream::of).toArray(String[]::new));
  }

  private static List<String> problems(String... assignments) {
    Assignments given = new Assignments();
    add(given, "recordcount=10");
    add(given, "operationcount=10");
    Stream.of(assignments).forEach(assignment -> add(given, assignment));
    List<Setting<?>> known =
        new ArrayList<>(
            Stream.of(RunSettings.all(), VerdictSettings.all(), Workload.settings())
                .<Setting<?>>flatMap(List::stream)
                .toList());
    known.addAll(MixSettings.declared(given, VerdictSettings.SLO));
    Problems problems = new Problems();
    Settings settings = Settings.resolve(given, known, problems);
    Optional<RunPlan> plan = RunPlanner.plan("w", STORE, settings, problems);
    Slos.check(settings, plan, false, problems);
    return problems.list().stream().map(Problem::toString).toList();
  }

  private static void add(Assignments given, String assignment) {
    String[] parts = assignment.split("=", 2);
    given.add(parts[0], parts[1], Origin.of("-p " + parts[0]));
  }
}
