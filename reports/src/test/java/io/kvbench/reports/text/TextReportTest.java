package io.kvbench.reports.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.reports.ChangedResult;
import io.kvbench.reports.FailureFixtures;
import io.kvbench.reports.FaultFixtures;
import io.kvbench.reports.HostileFixtures;
import io.kvbench.reports.ResultFixtures;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.StepFixtures;
import io.kvbench.reports.TimeFixtures;
import io.kvbench.results.format.LimitsResult;
import io.kvbench.results.format.NetworkResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.TimeResult;
import io.kvbench.results.format.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Golden-file tests of full reports. */
class TextReportTest {
  private static final Locale DEFAULT = Locale.getDefault();
  private static final RunResult WRITE_MILLION = ResultFixtures.writeMillion();
  private static final RunResult OPEN_LOOP = ResultFixtures.openLoopWithLag();
  private static final RunResult HALF_FAILING = FailureFixtures.halfFailing();
  private static final RunResult INTERRUPTED = FailureFixtures.interruptedEarly();
  private static final RunResult MEMORY = ResultFixtures.memory();
  private static final RunResult STEPS = StepFixtures.clientSteps();
  private static final RunResult INTERRUPTED_STEPS = StepFixtures.interruptedSteps();
  private static final RunResult THREE_SERVERS = ResultFixtures.threeServers();
  private static final RunResult CONTAINERS = ResultFixtures.containers();
  private static final RunResult LEADER_KILLED = FaultFixtures.leaderKilled();
  private static final List<RunResult> ALL =
      List.of(
          WRITE_MILLION,
          OPEN_LOOP,
          HALF_FAILING,
          INTERRUPTED,
          MEMORY,
          STEPS,
          INTERRUPTED_STEPS,
          THREE_SERVERS,
          CONTAINERS,
          HostileFixtures.hostile(),
          LEADER_KILLED,
          ResultFixtures.everything());
  private static final TextStyle ASCII = new TextStyle(80, false, false);
  private static final TextStyle COLOR = new TextStyle(100, true, true);

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(DEFAULT);
  }

  /** The usual "servers on this machine" must not hide a real one, nor ten reasons the report. */
  @Test
  void reasonsHaveThreeLinesByCauseTheGravestFirst() {
    Verdict verdict =
        new Verdict(
            Verdict.Validity.INVALID,
            List.of(
                reason("errors", "half of the operations failed " + "for this reason ".repeat(9)),
                reason("gc pause", "all clients stopped"),
                reason("steal", "40 % of the host"),
                reason("lag", "late"),
                reason("elections", "twice"),
                reason("cluster", "the servers share this machine")),
            Optional.empty());
    RunResult judged = new ChangedResult(ResultFixtures.writeMillion()).verdict(verdict).result();

    assertThat(TextReport.summary(judged, Optional.empty(), TextStyle.PLAIN))
        .startsWith("INVALID: 6 checks failed.\n  - errors: half of")
        .contains(
            """

              - client machine (gc pause, steal): all clients stopped (expected: not so)
              - lag: late (expected: not so)
              - 2 more: elections, cluster

            """);
    assertThat(TextReport.of(judged, Optional.empty(), TextStyle.PLAIN))
        .containsOnlyOnce("elections: twice (expected: not so)")
        .containsOnlyOnce("cluster: the servers share");
  }

  private static Verdict.Reason reason(String check, String observed) {
    return new Verdict.Reason(check, observed, "not so");
  }

  @Test
  void connectionsThatNobodyHasCountedHaveNoNumber() {
    RunResult result =
        new RunBuilder("mine")
            .clients(4, 0)
            .answered(Outcome.OK, TimeFixtures.lognormal(1_000, 2_000_000, 0.5))
            .result();

    assertThat(TextReport.of(result, Optional.empty(), TextStyle.PLAIN))
        .contains("4 clients on an unknown number of connections");
  }

  static Stream<Arguments> reports() {
    return Stream.of("en-US", "de-DE", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "tr-TR")
        .flatMap(
            locale ->
                Stream.of(
                    golden(locale, "write-million", TextStyle.PLAIN, WRITE_MILLION),
                    golden(locale, "write-million-ascii", ASCII, WRITE_MILLION),
                    golden(locale, "write-million-color", COLOR, WRITE_MILLION),
                    golden(locale, "open-loop", TextStyle.PLAIN, OPEN_LOOP),
                    golden(locale, "half-failing", TextStyle.PLAIN, HALF_FAILING),
                    golden(locale, "half-failing-color", COLOR, HALF_FAILING),
                    golden(locale, "interrupted", TextStyle.PLAIN, INTERRUPTED),
                    golden(locale, "memory", TextStyle.PLAIN, MEMORY),
                    golden(locale, "client-steps", TextStyle.PLAIN, STEPS),
                    golden(locale, "client-steps-ascii", ASCII, STEPS),
                    golden(locale, "client-steps-color", COLOR, STEPS),
                    golden(locale, "containers", TextStyle.PLAIN, CONTAINERS),
                    golden(locale, "interrupted-steps", TextStyle.PLAIN, INTERRUPTED_STEPS),
                    golden(locale, "three-servers", TextStyle.PLAIN, THREE_SERVERS),
                    golden(locale, "leader-killed", TextStyle.PLAIN, LEADER_KILLED),
                    golden(locale, "leader-killed-ascii", ASCII, LEADER_KILLED),
                    golden(locale, "leader-killed-color", COLOR, LEADER_KILLED)));
  }

  private static Arguments golden(String locale, String name, TextStyle style, RunResult result) {
    return Arguments.of(locale, name, style, result);
  }

  @ParameterizedTest(name = "{1} in {0}")
  @MethodSource("reports")
  void looksAsItShould(String locale, String name, TextStyle style, RunResult result)
      throws IOException {
    Locale.setDefault(Locale.forLanguageTag(locale));

    GoldenText.assertIs(report(result, style), name);
  }

  @Test
  void aRunOfOneOperationFitsOnOneScreen() {
    assertThat(report(WRITE_MILLION, TextStyle.PLAIN).lines().count()).isLessThanOrEqualTo(52);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 80, 96, 111, 120, 500})
  void linesStayWithinTheTerminal(int width) {
    for (RunResult result : ALL) {
      TextStyle style = new TextStyle(width, false, true);
      assertThat(report(result, style).lines())
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(style.width()));
    }
  }

  @Test
  void withoutUnicodeEverythingIsAscii() {
    for (RunResult result : ALL) {
      assertThat(report(result, ASCII)).matches("[\\x20-\\x7E\\n]+");
    }
  }

  @Test
  void colorAddsNothingButColor() {
    for (RunResult result : ALL) {
      String plain = report(result, new TextStyle(100, false, true));
      assertThat(report(result, COLOR).replaceAll("\u001B\\[[0-9;]*m", "").replaceAll(" +\n", "\n"))
          .isEqualTo(plain);
    }
  }

  @Test
  void everyOperationAndEveryStatusIsNamed() {
    String report = report(ResultFixtures.everything(), TextStyle.PLAIN);

    for (OperationType type : OperationType.values()) {
      assertThat(report).containsPattern("\n" + type + " +[–<0-9]");
      for (ErrorKind kind : ErrorKind.values()) {
        assertThat(report).containsPattern("\n" + type + " " + kind + " +2 ");
      }
      assertThat(report).containsPattern("\n" + type + " NOT_FOUND +3 ");
      assertThat(report).containsPattern("\n" + type + " CONFLICT +3 ");
    }
  }

  @Test
  void namesFromElsewhereDoNothingToTheTerminal() {
    RunResult hostile = HostileFixtures.hostile();

    String report =
        TextReport.of(hostile, Optional.of(Path.of("results/\u001B[2J")), TextStyle.PLAIN);

    assertThat(report.replace("\n", "")).doesNotContainPattern("[\\p{Cc}\\p{Cf}]");
    assertThat(report).doesNotContain("[31m").contains("workload").contains("system");
  }

  @Test
  void errorsOfTheLoadAreNotForgottenInTheRun() {
    String report = report(FailureFixtures.failedLoad(), TextStyle.PLAIN);

    assertThat(report).contains("\nLoad          ", "\nRUN  ", "INSERT CONNECTION_LOST");
  }

  @Test
  void aRunInStepsFitsOnOneScreenWithItsBestStepInDetail() {
    String report = report(STEPS, TextStyle.PLAIN);

    assertThat(report.lines().count()).isLessThanOrEqualTo(95);
    assertThat(report).containsOnlyOnce("\nRUN  ").containsOnlyOnce("\nRUN step 5 of 8  ");
    assertThat(report.lines().filter(line -> line.matches("step 5 .* 18,900 .*◂"))).hasSize(1);
  }

  @Test
  void theErrorsOfEveryStepAreThere() {
    assertThat(report(STEPS, TextStyle.PLAIN)).contains("Not OK in step 8", "INSERT TIMEOUT");
  }

  @Test
  void lessThanNineteenTwentiethsOfBusyTimeIsSaidInTheFirstLine() {
    assertThat(firstLine(HALF_FAILING)).contains("only 7.7 % of the clients' busy time");
    assertThat(firstLine(WRITE_MILLION)).isEqualTo("VALID: all checks passed.");
    assertThat(firstLine(INTERRUPTED)).startsWith("INVALID, PARTIAL: no operation completed");
  }

  @Test
  void thresholdsComeFirst() {
    assertThat(report(OPEN_LOOP, ASCII))
        .startsWith(
            """
            Thresholds  1 of 2 failed
              x INSERT.response.p99 is 1.33 s, expected below 20 ms
              + errors are 0 %, below 0.1 %

            SUSPECT: 2 checks failed.
            """);
    assertThat(report(WRITE_MILLION, ASCII)).doesNotContain("Thresholds");
  }

  private static String firstLine(RunResult result) {
    return report(result, TextStyle.PLAIN).lines().findFirst().orElseThrow();
  }

  private static String report(RunResult result, TextStyle style) {
    return TextReport.of(
        result, Optional.of(Path.of("results/20260203T040506Z-write1m-zookeeper")), style);
  }

  @Test
  void aLongDrainHasALine() {
    TimeResult times = TimeResult.of(TimeHistogram.ofNanos(1_000_000, 1_000_000, 2_000_000_000));
    RunResult result =
        new RunBuilder("etcd").lasting(8, 0, 0).answered(Outcome.OK, times).drained(5, 1).result();

    assertThat(TextReport.of(result, Optional.empty(), TextStyle.PLAIN))
        .contains("Throughput    0.67 ops/s OK on average")
        .contains(
            "Drain         5.0 s after sending ended: 1 operation, 1 of them OK, oldest 2.0 s")
        .contains("the rates");
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 60, 90, 300})
  void longNamesHaveLinesOfTheirOwn(int length) {
    RunResult result =
        new RunBuilder("etcd").workload("w".repeat(length), OperationType.INSERT).result();

    assertThat(TextReport.of(result, Optional.empty(), TextStyle.PLAIN).lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(96))
        .anyMatch(line -> line.contains("library of etcd"));
  }

  @Test
  void limitsStandBesideWhatServersMadeOfThem() {
    LimitsResult.Amounts amounts =
        new LimitsResult.Amounts(
            OptionalLong.of(100 << 20), OptionalDouble.of(0.2), OptionalLong.of(20_000_000));
    LimitsResult.Amounts none =
        new LimitsResult.Amounts(
            OptionalLong.empty(), OptionalDouble.empty(), OptionalLong.empty());
    LimitsResult.Measured unknown =
        new LimitsResult.Measured(
            OptionalLong.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            0);
    LimitsResult.Measured measured =
        new LimitsResult.Measured(
            OptionalLong.of(70 << 20),
            OptionalDouble.of(0.19),
            OptionalDouble.of(0.21),
            OptionalDouble.of(1_250_000),
            OptionalLong.of(200),
            OptionalLong.of(150),
            OptionalLong.of(12_500_000_000L),
            OptionalLong.of(17),
            1);
    LimitsResult limits =
        new LimitsResult(
            List.of(
                new LimitsResult.Node(1, "etcd-1", none, none, OptionalDouble.empty(), unknown),
                new LimitsResult.Node(
                    2, "etcd-2", amounts, amounts, OptionalDouble.of(0.2), measured),
                new LimitsResult.Node(
                    3, "etcd-3", amounts, amounts, OptionalDouble.empty(), unknown)));
    String report =
        TextReport.of(
            new ChangedResult(ResultFixtures.writeMillion()).limits(limits).result(),
            Optional.empty(),
            TextStyle.PLAIN);

    assertThat(report)
        .containsSubsequence(
            "Limits",
            "read back before the load",
            "etcd-2",
            "memory",
            "100 MiB",
            "100 MiB",
            "70.0 MiB",
            "killed 1×, at the limit 17×",
            "0.20",
            "0.19",
            "max 0.21, throttled 75.0 % of periods, 12.5 s",
            "20.0 MB",
            "1.25 MB",
            "etcd-3",
            "–")
        .doesNotContain("etcd-1 ", "NaN");
    assertThat(report.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(96));
  }

  @Test
  void networkConditionsStandBesideWhatWasMeasured() {
    NetworkResult network =
        new NetworkResult(
            "Toxiproxy 2.12.0",
            64,
            List.of(
                new NetworkResult.Node(
                    1,
                    "10.0.0.1:2181",
                    2,
                    100_000,
                    0,
                    OptionalLong.of(1_000_000),
                    101_510,
                    OptionalLong.of(998_640),
                    OptionalLong.of(999_840),
                    Optional.empty()),
                new NetworkResult.Node(
                    2,
                    "10.0.0.2:2181",
                    2,
                    0,
                    0,
                    OptionalLong.empty(),
                    170,
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    Optional.of(
                        new NetworkResult.Directions(
                            new NetworkResult.Direction(
                                150_000, 0, OptionalLong.empty(), OptionalLong.of(151_230)),
                            new NetworkResult.Direction(
                                50_000, 0, OptionalLong.empty(), OptionalLong.empty()))))),
            Optional.of(
                List.of(
                    new NetworkResult.Change(
                        "net.node2.latency=250ms@30s",
                        30_001_000_000L,
                        2,
                        250_000,
                        0,
                        OptionalLong.empty(),
                        251_320,
                        Optional.empty()))));
    String report =
        TextReport.of(
            new ChangedResult(ResultFixtures.writeMillion()).network(network).result(),
            Optional.empty(),
            TextStyle.PLAIN);

    assertThat(report)
        .containsSubsequence(
            "Network",
            "Toxiproxy 2.12.0",
            "proxy overhead: 64 µs",
            "10.0.0.1:2181",
            "100ms",
            "102ms",
            "1.00 MB",
            "999 kB",
            "1.00 MB",
            "10.0.0.2:2181",
            "170",
            "Network, each direction",
            "150ms",
            "151ms",
            "50.0ms",
            "Network changes",
            "30",
            "net.node2.latency=250ms ",
            "250ms",
            "251ms")
        .doesNotContain("NaN");
  }
}
