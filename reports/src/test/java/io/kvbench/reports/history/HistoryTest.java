package io.kvbench.reports.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.reports.ChangedResult;
import io.kvbench.reports.PhaseFixtures;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.SeedFixtures;
import io.kvbench.reports.StoredFixtures;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.content.HistoryContent;
import io.kvbench.reports.content.HistorySheets;
import io.kvbench.reports.history.BenchmarkHistory.Regression;
import io.kvbench.reports.history.FigureHistory.Shift;
import io.kvbench.reports.html.HtmlDocument;
import io.kvbench.reports.markdown.MarkdownDocument;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.directory.BaselineDocument;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.TimeResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the history of benchmarks. */
class HistoryTest {
  private static final UnaryOperator<RunBuilder> PLAIN = UnaryOperator.identity();
  private static final Instant NEVER = Instant.MIN;

  private final List<String> problems = new ArrayList<>();

  @TempDir Path parent;

  /** Runs with 2 % of noise around these rates, a day apart, each with its number as its label. */
  private static List<HistoryRun> runs(double... perSecond) {
    SplittableRandom random = new SplittableRandom(12);
    return IntStream.range(0, perSecond.length)
        .mapToObj(
            index ->
                run(
                    perSecond[index] * (1 + 0.02 * random.nextGaussian()),
                    index,
                    run -> run.set("label", "v" + index)))
        .toList();
  }

  private static HistoryRun run(double perSecond, int day, UnaryOperator<RunBuilder> more) {
    RunBuilder run = builder(perSecond, day, more);
    return HistoryRun.of(Path.of("results", "run" + day), run.result(), run.plan());
  }

  private static RunBuilder builder(double perSecond, int day, UnaryOperator<RunBuilder> more) {
    long nanos = Math.round(1e11 / perSecond);
    long[] times =
        LongStream.rangeClosed(1, 3_000).map(each -> nanos / 2 + nanos * each / 3_000).toArray();
    return more.apply(
        new RunBuilder("store")
            .began(PhaseFixtures.START.plusSeconds(86_400L * day))
            .lasting(3_000 / perSecond, 0, 0)
            .answered(Outcome.OK, TimeResult.of(TimeHistogram.ofNanos(times))));
  }

  private static double[] rates(int first, double before, int then, double after) {
    return IntStream.range(0, first + then)
        .mapToDouble(index -> index < first ? before : after)
        .toArray();
  }

  private static BenchmarkHistory history(double... perSecond) {
    return History.of(runs(perSecond)).benchmarks().getFirst();
  }

  @Test
  void aDropIsFoundWhereItIs() {
    BenchmarkHistory history = history(rates(12, 1_000, 5, 850));
    FigureHistory throughput = history.figures().getFirst();

    assertThat(throughput.figure()).isEqualTo(Metric.THROUGHPUT);
    assertThat(throughput.shifts()).extracting(Shift::run).containsExactly(12);
    assertThat(throughput.shifts().getFirst().before()).isCloseTo(1_000, within(20.0));
    assertThat(throughput.shifts().getFirst().change()).isCloseTo(-0.15, within(0.03));
    assertThat(throughput.isWorse(throughput.shifts().getFirst())).isTrue();
    assertThat(history.regressions(0.02, NEVER))
        .extracting(each -> each.figure().figure())
        .contains(Metric.THROUGHPUT, Metric.P50, Metric.P99);
  }

  @Test
  void aRecoveryIsNoRegression() {
    double[] perSecond =
        IntStream.range(0, 30).mapToDouble(run -> run >= 10 && run < 20 ? 800 : 1_000).toArray();
    BenchmarkHistory history = history(perSecond);

    assertThat(history.figures().getFirst().shifts())
        .extracting(Shift::run)
        .containsExactly(10, 20);
    assertThat(history.regressions(0.02, NEVER)).isEmpty();
  }

  @Test
  void aChangeWithinTheToleranceIsNone() {
    BenchmarkHistory history = history(rates(12, 1_000, 8, 850));

    assertThat(history.regressions(0.02, NEVER)).isNotEmpty();
    assertThat(history.regressions(0.25, NEVER)).isEmpty();
  }

  @Test
  void aBaselineAcceptsWhatWasBefore() {
    List<HistoryRun> runs = runs(rates(12, 1_000, 5, 850));
    History history = History.of(runs);
    BenchmarkHistory benchmark = history.benchmarks().getFirst();
    BaselineDocument baseline = history.baseline();

    Instant accepted = History.accepted(baseline, benchmark.benchmark());
    assertThat(accepted).isEqualTo(runs.getLast().startedAt());
    assertThat(benchmark.regressions(0.02, accepted)).isEmpty();
    assertThat(baseline.benchmarks().getFirst().figures().get("throughput"))
        .hasSize(5)
        .allSatisfy(value -> assertThat(value).isBetween(780.0, 920.0));
    BenchmarkHistory other = history(rates(12, 1_000, 5, 850));
    assertThat(History.accepted(BaselineDocument.of(List.of()), other.benchmark()))
        .isEqualTo(NEVER);
  }

  /** 5 % of all histories without a change may have one in any of their figures. */
  @Test
  void falseAlarmsComeAsOftenAsStated() {
    SplittableRandom random = new SplittableRandom(5);
    int alarms = 0;
    for (int history = 0; history < 1_000; history++) {
      List<Double> values =
          random.doubles(15).mapToObj(each -> 1_000 * Math.exp(0.1 * each)).toList();
      alarms += FigureHistory.ofValues(Metric.P99, values).shifts().isEmpty() ? 0 : 1;
    }

    // 1.25 % of each of four figures.
    assertThat(alarms).isBetween(4, 22);
  }

  @Test
  void versionsSeedsAndLabelsAreOfOneBenchmarkButPlansAreNot() {
    History history =
        History.of(
            List.of(
                run(1_000, 0, run -> run.version("1.0").set("seed", "1")),
                run(1_000, 1, run -> run.version("1.1").set("seed", "2")),
                run(1_000, 2, run -> run.library("lib:2").set("label", "new")),
                run(1_000, 3, run -> run.clients(200, 10)),
                run(1_000, 4, run -> run.set("valuesize", "4096"))));

    assertThat(history.benchmarks())
        .extracting(each -> each.runs().size())
        .containsExactly(3, 1, 1);
    assertThat(history.names())
        .containsExactly(
            "write1m on store, valuesize=1024 #1",
            "write1m on store, valuesize=1024 #2",
            "write1m on store, valuesize=4096");
    assertThat(
            history
                .benchmarks()
                .get(0)
                .benchmark()
                .differences(history.benchmarks().get(2).benchmark()))
        .containsExactly("valuesize");
    assertThat(history.benchmarks().getFirst().runs())
        .extracting(HistoryRun::version)
        .containsExactly("1.0", "1.1", "new");
  }

  @Test
  void runsThatCannotBeTrustedAreLeftOutAndNamed() {
    History history =
        History.of(
            List.of(
                run(1_000, 0, PLAIN),
                run(10, 1, run -> run.invalid("cpu")),
                run(20, 2, run -> run.broken("killed")),
                run(30, 3, run -> run.phase(PhaseName.PROBE))));

    assertThat(history.benchmarks().getFirst().runs()).hasSize(1);
    assertThat(history.leftOut())
        .extracting(BenchmarkHistory.LeftOut::reason)
        .containsExactly("INVALID", "FAILED", "a search");
    assertThat(
            TextDocument.of(HistoryContent.of(history, List.of("Fine."), "0.1.0"), TextStyle.PLAIN))
        .contains("Left out", "results/run1", "results/run2");
  }

  @Test
  void chartsSayThatNoChangeWasFoundOnlyWhereOneWasSearchedFor() {
    History history =
        History.of(List.of(run(1_000, 0, PLAIN), run(1_000, 1, PLAIN), run(1_000, 2, PLAIN)));

    assertThat(HtmlDocument.of(HistoryContent.of(history, List.of("Fine."), "0.1.0")))
        .contains("Over all runs; no change found. Higher is better.");
    assertThat(HtmlDocument.of(HistoryContent.of(history, List.of("NOT JUDGED: few."), "0.1.0")))
        .contains("Over all runs. Higher is better.")
        .doesNotContain("no change found");
  }

  @Test
  void directoriesAreReadWithWhatIsBelow() throws Exception {
    Path early = Files.createDirectories(parent.resolve("a/b"));
    StoredFixtures.write(early, "store", 12, 100, PhaseFixtures.START, PLAIN);
    StoredFixtures.write(parent, "store", 12, 100, PhaseFixtures.START.plusSeconds(3_600), PLAIN);
    Files.createDirectories(parent.resolve("running/logs"));

    History history = History.read(List.of(parent, early), problems::add).orElseThrow();

    assertThat(problems).isEmpty();
    assertThat(history.benchmarks().getFirst().runs()).hasSize(2);
    assertThat(history.benchmarks().getFirst().runs().getFirst().directory()).startsWith(early);
  }

  @Test
  void theRunsOfSuitesAreRead() throws Exception {
    Path cell = Files.createDirectories(parent.resolve("mine/cells/001-store-1"));
    StoredFixtures.write(cell, "store", 12, 100);

    assertThat(History.read(List.of(parent), problems::add).orElseThrow().benchmarks()).hasSize(1);
    assertThat(problems).isEmpty();
  }

  @Test
  void aRunCountsOnceHoweverItsDirectoryIsWritten() throws Exception {
    Path here = Path.of("").toAbsolutePath();
    StoredFixtures.write(parent, "store", 12, 100);

    History history =
        History.read(List.of(parent, here.relativize(parent)), problems::add).orElseThrow();

    assertThat(history.benchmarks().getFirst().runs()).hasSize(1);
  }

  @Test
  void everythingWrongIsToldAtOnce() throws Exception {
    Path damaged = StoredFixtures.write(parent, "store", 12, 100);
    Files.writeString(damaged.resolve("result.json"), "{");
    Path empty = Files.createDirectory(parent.resolve("empty"));

    assertThat(
            History.read(
                List.of(parent, empty, parent.resolve("none"), damaged.resolve("plan.json")),
                problems::add))
        .isEmpty();
    assertThat(problems).hasSize(4);
    assertThat(problems.get(0)).contains("result.json", "cut off");
    assertThat(problems.get(1)).contains("no result.json in " + empty);
    assertThat(problems.get(2)).contains("there is no directory");
    assertThat(problems.get(3)).contains("is a file");
  }

  @Test
  void aBaselineIsReadAsItWasWritten() throws Exception {
    BaselineDocument baseline = History.of(runs(rates(6, 1_000, 0, 0))).baseline();
    Path file = Files.writeString(parent.resolve("baseline.json"), baseline.text());

    assertThat(BaselineDocument.read(file)).isEqualTo(baseline);
    assertThat(baseline.text()).isEqualTo(BaselineDocument.read(file).text());
    Files.writeString(file, "{\"schema\": \"kvbench-baseline/9\", \"benchmarks\": []}");
    assertThat(thrown(file)).contains("kvbench-baseline/9");
    assertThat(thrown(parent.resolve("none"))).contains("--write-baseline");
  }

  @Test
  void aBaselineWithFiguresThatNoRunHasIsDamaged() throws Exception {
    String text = History.of(runs(1_000)).baseline().text();
    Path file = parent.resolve("baseline.json");
    for (String value : List.of("null", "0", "1e999")) {
      Files.writeString(
          file, text.replaceFirst("(\"throughput\" *: *\\[\\s*)[0-9.E]+", "$1" + value));

      assertThat(thrown(file)).as(value).contains("\"throughput\" has values that are not more");
    }
  }

  private static String thrown(Path file) {
    try {
      return String.valueOf(BaselineDocument.read(file));
    } catch (ResultFormatException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void runsAreComparedWithABaseline() {
    BaselineDocument baseline = History.of(runs(rates(10, 1_000, 0, 0))).baseline();

    List<BaselineComparison> slower = compared(baseline, 900, 902, 898);
    List<BaselineComparison> alike = compared(baseline, 1_000, 995, 1_006);

    assertThat(slower.getFirst().isWorseByMoreThan(0.02)).isTrue();
    assertThat(slower.getFirst().isWorseByMoreThan(0.3)).isFalse();
    assertThat(slower.getFirst().change()).isCloseTo(-0.1, within(0.02));
    assertThat(alike).noneMatch(figure -> figure.isWorseByMoreThan(0));
    assertThat(MarkdownDocument.of(HistoryContent.of(slower, 0.02)))
        .contains("## Baseline", "WORSE: -10.");
    assertThat(TextDocument.of(HistoryContent.of(slower, 0.02), TextStyle.PLAIN))
        .contains("Baseline", "WORSE: -");
    assertThat(problems).isEmpty();
  }

  /** Alone, two runs of one plan are compared with each other. */
  @Test
  void twoRunsAreComparedWithABaselineOfSeven() {
    BaselineDocument baseline = History.of(runs(rates(7, 1_000, 0, 0))).baseline();

    List<BaselineComparison> slower = compared(baseline, 900, 902);

    assertThat(slower.getFirst().group().runs()).hasSize(2);
    assertThat(slower.getFirst().isWorseByMoreThan(0.02)).isTrue();
    assertThat(slower.getFirst().isJudged()).isTrue();
  }

  @Test
  void tooFewRunsAreNoPass() {
    BaselineDocument baseline = History.of(runs(rates(6, 1_000, 0, 0))).baseline();

    List<BaselineComparison> slower = compared(baseline, 100, 101);

    assertThat(slower.getFirst().isWorseByMoreThan(0.02)).isFalse();
    assertThat(slower).noneMatch(BaselineComparison::isJudged);
    assertThat(slower).allMatch(figure -> figure.enough() == 3);
    assertThat(TextDocument.of(HistoryContent.of(slower, 0.02), TextStyle.PLAIN))
        .contains("NOT JUDGED, 3 runs would do: -");
    assertThat(compared(baseline, 1_000, 1_001, 999)).allMatch(BaselineComparison::isJudged);
  }

  @Test
  void aFigureThatTheRunsLackIsNoPass() {
    BaselineDocument baseline = History.of(runs(rates(10, 1_000, 0, 0))).baseline();
    RunBuilder short1 = builder(1_000, 0, HistoryTest::shortRun);
    RunBuilder short2 = builder(1_000, 1, HistoryTest::shortRun);

    List<BaselineComparison> figures =
        BaselineComparison.of(
                Comparison.of(List.of(SeedFixtures.run(short1), SeedFixtures.run(short2))),
                baseline,
                problems::add)
            .orElseThrow();

    assertThat(figures)
        .filteredOn(figure -> figure.figure() == Metric.P99)
        .singleElement()
        .matches(figure -> !figure.isJudged());
    assertThat(TextDocument.of(HistoryContent.of(figures, 0.02), TextStyle.PLAIN))
        .contains("NOT JUDGED: too few");
  }

  private static RunBuilder shortRun(RunBuilder run) {
    long[] times = LongStream.rangeClosed(1, 90).toArray();
    return run.planned(3_000).answered(Outcome.OK, TimeResult.of(TimeHistogram.ofNanos(times)));
  }

  @Test
  void runsThatCannotBeTrustedAreNotComparedWithABaseline() {
    BaselineDocument baseline = History.of(runs(rates(6, 1_000, 0, 0))).baseline();
    Comparison comparison =
        Comparison.of(
            List.of(
                SeedFixtures.run(builder(1_000, 0, run -> run.invalid("answers"))),
                SeedFixtures.run(builder(1_000, 1, run -> run.broken("killed"))),
                SeedFixtures.run(builder(1_000, 2, PLAIN))));

    assertThat(BaselineComparison.of(comparison, baseline, problems::add)).isEmpty();
    assertThat(problems)
        .satisfiesExactly(
            first -> assertThat(first).contains("is INVALID, so it cannot be compared"),
            second -> assertThat(second).contains("is FAILED, so"));
  }

  @Test
  void aPlanThatTheBaselineDoesNotKnowIsNamed() {
    BaselineDocument baseline = History.of(runs(rates(6, 1_000, 0, 0))).baseline();
    Comparison other =
        Comparison.of(
            List.of(SeedFixtures.run(builder(1_000, 0, run -> run.set("valuesize", "9")))));

    assertThat(BaselineComparison.of(other, baseline, problems::add)).isEmpty();
    assertThat(problems).singleElement().asString().contains("differs in valuesize", "history");
  }

  private List<BaselineComparison> compared(BaselineDocument baseline, double... perSecond) {
    Comparison comparison =
        Comparison.of(
            IntStream.range(0, perSecond.length)
                .mapToObj(day -> SeedFixtures.run(builder(perSecond[day], day, PLAIN)))
                .toList());
    return BaselineComparison.of(comparison, baseline, problems::add).orElseThrow();
  }

  @Test
  void everyFormTellsTheRegression() {
    History history = History.of(runs(rates(12, 1_000, 5, 850)));
    BenchmarkHistory benchmark = history.benchmarks().getFirst();
    List<Regression> regressions = benchmark.regressions(0.02, NEVER);
    List<String> headlines =
        List.of(HistorySheets.headline(benchmark, regressions, Optional.empty()));

    String text = TextDocument.of(HistoryContent.of(history, headlines, "0.1.0"), TextStyle.PLAIN);
    assertThat(text.replaceAll("\\s+", " "))
        .startsWith("History write1m on store: REGRESSION: throughput -1")
        .containsPattern("since run 13 \\([0-9TZ:-]+, v12\\)")
        .contains("Changes of the level of a figure", "Runs in the order");
    assertThat(text.lines()).allMatch(line -> line.length() <= TextStyle.PLAIN.width());
    assertThat(MarkdownDocument.of(HistoryContent.of(history, headlines, "0.1.0")))
        .contains("## write1m on store", "## Changes", "## Runs", "| 13 |", "worse");
    assertThat(HtmlDocument.of(HistoryContent.of(history, headlines, "0.1.0")))
        .contains("<h1>History</h1>", "REGRESSION: throughput", "data-chart=\"0\"")
        .contains("\"kind\":\"runs\"", "\"changes\":[12]");
  }

  @Test
  void aShortHistorySaysThatItIsShort() {
    BenchmarkHistory history = history(rates(5, 1_000, 0, 0));

    assertThat(headline(history, NEVER))
        .isEqualTo("NOT JUDGED: 5 of the 10 runs that finding a change takes.");
    assertThat(headline(history, history.runs().getLast().startedAt()))
        .as("accepted by a baseline")
        .isEqualTo("No change found.");
    assertThat(headline(history(rates(20, 1_000, 0, 0)), NEVER)).isEqualTo("No change found.");
  }

  private static String headline(BenchmarkHistory history, Instant accepted) {
    return HistorySheets.headline(history, List.of(), history.unjudged(accepted));
  }

  /** The number of runs from which on a history is judged is the least that finds anything. */
  @Test
  void aChangeCanBeFoundFromTenRunsOn() {
    int enough = BenchmarkHistory.FEWEST;
    int half = enough / 2;

    assertThat(history(rates(half, 1_000, enough - half, 100)).regressions(0.02, NEVER))
        .isNotEmpty();
    assertThat(history(rates(half - 1, 1_000, half - 1, 100)).regressions(0.02, NEVER)).isEmpty();
  }

  @Test
  void newestRunsThatAreLeftOutAreNoPass() {
    List<HistoryRun> runs = new ArrayList<>(runs(rates(12, 1_000, 0, 0)));
    runs.add(run(10, 12, run -> run.invalid("cpu")));
    assertThat(headline(History.of(runs).benchmarks().getFirst(), NEVER))
        .isEqualTo("NOT JUDGED: the newest run is left out (INVALID): repeat it.");
    runs.add(run(20, 13, run -> run.broken("killed")));
    assertThat(headline(History.of(runs).benchmarks().getFirst(), NEVER))
        .isEqualTo("NOT JUDGED: the newest 2 runs are left out (INVALID, FAILED): repeat them.");
    runs.add(run(1_000, 14, PLAIN));
    assertThat(History.of(runs).benchmarks()).hasSize(1);
    assertThat(headline(History.of(runs).benchmarks().getFirst(), NEVER))
        .isEqualTo("No change found.");
  }

  @Test
  void aBenchmarkWithoutAnyGoodRunIsNoPass() {
    History history = History.of(List.of(run(10, 0, run -> run.invalid("cpu"))));
    BenchmarkHistory benchmark = history.benchmarks().getFirst();

    assertThat(headline(benchmark, NEVER)).startsWith("NOT JUDGED: the newest run is left out");
    assertThat(history.baseline().benchmarks()).isEmpty();
    assertThat(TextDocument.of(HistoryContent.of(history, List.of("-"), "0.1.0"), TextStyle.PLAIN))
        .contains("Left out");
    assertThat(HtmlDocument.of(HistoryContent.of(history, List.of("-"), "0.1.0")))
        .contains("Left out");
  }

  @Test
  void aFailedRunWithoutServersIsOfTheBenchmarkOfItsPlan() {
    HistoryRun good = run(1_000, 0, PLAIN);
    RunResult failed =
        new ChangedResult(run(10, 1, run -> run.broken("no servers")).result())
            .cluster(RunResult.ClusterResult.of("unknown", 0, "no servers", List.of()))
            .result();
    HistoryRun without = HistoryRun.of(Path.of("results", "failed"), failed, good.plan());

    History history = History.of(List.of(good, without));

    assertThat(history.benchmarks()).hasSize(1);
    assertThat(history.benchmarks().getFirst().leftOutSince()).hasSize(1);
  }

  @Test
  void textsFromElsewhereDoNothing() {
    String evil = "<script>|[x](y)\u001B[31m\u202E";
    History history =
        History.of(List.of(run(1_000, 0, run -> run.version(evil)), run(1_000, 1, PLAIN)));
    List<String> headlines = List.of("Fine.");

    assertThat(
            TextDocument.of(HistoryContent.of(history, headlines, "0.1.0"), TextStyle.PLAIN)
                .replace("\n", ""))
        .doesNotContainPattern("[\\p{Cc}\\p{Cf}]");
    assertThat(MarkdownDocument.of(HistoryContent.of(history, headlines, "0.1.0")))
        .doesNotContainPattern("(?<!\\\\)[<\\[]");
    assertThat(HtmlDocument.of(HistoryContent.of(history, headlines, "0.1.0")))
        .doesNotContain("<script>|");
  }
}
