package io.kvbench.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.Outcome;
import io.kvbench.reports.PhaseFixtures;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.SeedFixtures;
import io.kvbench.reports.compare.Noise.Judgement;
import io.kvbench.reports.compare.RepeatedFigure.Remark;
import io.kvbench.reports.content.ComparisonContent;
import io.kvbench.reports.csv.ComparisonCsv;
import io.kvbench.reports.markdown.MarkdownDocument;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.format.TimeResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests of comparisons of repeated runs of one plan. */
class RepeatsTest {
  private static final double[] FAST = {1_000, 1_010, 990, 1_005, 995, 1_002};
  private static final double[] SLOW = {900, 912, 893, 905, 898, 903};

  /** Takes turns: fast, slow, fast, slow and so on. */
  private static List<ComparedRun> interleaved(double[] fast, double[] slow) {
    List<ComparedRun> runs = new ArrayList<>();
    for (int index = 0; index < fast.length; index++) {
      runs.add(run("fast", fast[index], 2 * index, builder -> builder));
    }
    for (int index = 0; index < slow.length; index++) {
      runs.add(run("slow", slow[index], 2 * index + 1, builder -> builder));
    }
    return runs;
  }

  private static ComparedRun run(
      String system, double perSecond, int minute, UnaryOperator<RunBuilder> more) {
    long[] nanos = LongStream.rangeClosed(1, 6_000).map(each -> 100_000 + each * 100).toArray();
    return SeedFixtures.run(
        more.apply(
            new RunBuilder(system)
                .began(PhaseFixtures.START.plusSeconds(60L * minute))
                .lasting(6_000 / perSecond, 0, 0)
                .answered(Outcome.OK, TimeResult.of(TimeHistogram.ofNanos(nanos)))));
  }

  private static List<ComparedRun> alone(double... perSecond) {
    return IntStream.range(0, perSecond.length)
        .mapToObj(index -> run("store", perSecond[index], index, builder -> builder))
        .toList();
  }

  @Test
  void columnsAreMediansOverRuns() {
    Comparison comparison = Comparison.of(interleaved(FAST, SLOW));

    assertThat(comparison.columns()).containsExactly("fast 1.0 (6 runs)", "slow 1.0 (6 runs)");
    Row throughput =
        comparison.summary().stream()
            .filter(row -> row.name().equals("AVG-THROUGHPUT"))
            .findFirst()
            .orElseThrow();
    assertThat(throughput.cells()).hasSize(2);
    assertThat(throughput.cells().getFirst().figure().orElseThrow()).isCloseTo(1_001, within(0.1));
    assertThat(throughput.cells().getLast().figure().orElseThrow()).isCloseTo(901.5, within(0.1));
  }

  @Test
  void repeatsHaveMediansWithIntervals() {
    RepeatedFigure throughput = Comparison.of(interleaved(FAST, SLOW)).repeats().getFirst();

    assertThat(throughput.figure()).isEqualTo(Metric.THROUGHPUT);
    assertThat(throughput.median().estimate()).isCloseTo(1_001, within(0.1));
    assertThat(throughput.median().level()).isEqualTo(0.95);
    assertThat(throughput.median().low()).isBetween(990.0, 996.0);
    assertThat(throughput.median().high()).isBetween(1_005.0, 1_010.1);
    assertThat(throughput.remarks()).isEmpty();
  }

  @Test
  void interleavedRunsAreComparedInPairs() {
    Ranking throughput = Comparison.of(interleaved(FAST, SLOW)).standings().getFirst();
    Noise noise = throughput.noise();

    assertThat(throughput.difference()).isCloseTo(0.11, within(0.002));
    assertThat(noise.judgement()).isEqualTo(Judgement.OUTSIDE);
    assertThat(noise.repeats().orElseThrow().isPaired()).isTrue();
    assertThat(noise.repeats().orElseThrow().level()).isEqualTo(0.96875);
    assertThat(noise.repeats().orElseThrow().dominance().estimate()).isEqualTo(1);
    assertThat(noise.low()).isBetween(0.1, 0.111);
    assertThat(noise.high()).isBetween(0.111, 0.12);
  }

  /** Both become slower by half: only pairs show that one is faster all the time. */
  @Test
  void pairsSeeThroughWhatBothHaveInCommon() {
    double[] fast = {1_000, 900, 800, 700, 600, 500};
    double[] slow = Arrays.stream(fast).map(value -> value * 0.95).toArray();
    List<ComparedRun> inTurns = interleaved(fast, slow);
    List<ComparedRun> inSequence = new ArrayList<>();
    for (int index = 0; index < 6; index++) {
      inSequence.add(run("fast", fast[index], index, builder -> builder));
      inSequence.add(run("slow", slow[index], 60 + index, builder -> builder));
    }

    Noise paired = Comparison.of(inTurns).standings().getFirst().noise();
    Noise unpaired = Comparison.of(inSequence).standings().getFirst().noise();

    assertThat(paired.judgement()).isEqualTo(Judgement.OUTSIDE);
    assertThat(unpaired.judgement()).isEqualTo(Judgement.WITHIN);
    assertThat(unpaired.repeats().orElseThrow().isPaired()).isFalse();
  }

  @Test
  void twoRunsEachAreTooFew() {
    Noise noise =
        Comparison.of(interleaved(new double[] {1_000, 1_001}, new double[] {900, 901}))
            .standings()
            .getFirst()
            .noise();

    assertThat(noise.judgement()).isEqualTo(Judgement.TOO_FEW_RUNS);
  }

  @Test
  void whatTheUserChangedMakesNoRepeats() {
    List<ComparedRun> runs =
        List.of(
            run("store", 1_000, 0, builder -> builder.set("label", "before")),
            run("store", 1_001, 1, builder -> builder.set("label", "before")),
            run("store", 1_002, 2, builder -> builder.set("label", "after")),
            run("store", 1_003, 3, builder -> builder.set("net.latency", "5ms")),
            run("store", 1_003, 4, builder -> builder.version("1.1")),
            run("store", 1_004, 5, builder -> builder.clients(200, 10)));

    assertThat(Comparison.of(runs).groups())
        .extracting(RunGroup::runs)
        .containsExactly(List.of(0, 1), List.of(2), List.of(3), List.of(4), List.of(5));
  }

  @Test
  void groupsOfOneSystemAreCalledByTheLabelsOfTheUser() {
    List<ComparedRun> runs =
        List.of(
            run("store", 1_000, 0, builder -> builder.set("label", "before")),
            run("store", 1_001, 1, builder -> builder.set("label", "before")),
            run("store", 1_002, 2, builder -> builder.set("label", "after")),
            run("store", 1_003, 3, builder -> builder.set("label", "after")));

    assertThat(Comparison.of(runs).columns())
        .containsExactly("store, before (2 runs)", "store, after (2 runs)");
  }

  /** As servers that are started anew when a suite resumes have. */
  @Test
  void runsOfASuiteAreCalledByTheirCombinationWhateverThePortsOfTheirServers() {
    List<ComparedRun> runs = new ArrayList<>();
    for (int index = 0; index < 4; index++) {
      String port = "127.0.0.1:" + (20_000 + index);
      String size = index % 2 == 0 ? "64" : "256";
      ComparedRun run =
          run("store", 1_000, index, each -> each.set("endpoints", port).set("valuesize", size));
      String title = "valuesize=" + size;
      String label = title + " #" + (1 + index / 2);
      runs.add(ComparedRun.of(label, Optional.of(title), run.stored(), run.blocks()));
    }

    Comparison comparison = Comparison.of(runs);

    assertThat(comparison.groups())
        .extracting(RunGroup::runs)
        .containsExactly(List.of(0, 2), List.of(1, 3));
    assertThat(comparison.columns())
        .containsExactly("valuesize=64 (2 runs)", "valuesize=256 (2 runs)");
    assertThat(comparison.runs()).extracting(ComparedRun::label).contains("valuesize=64 #2");
  }

  @Test
  void anotherSeedMakesRepeats() {
    List<ComparedRun> runs =
        IntStream.range(0, 4)
            .mapToObj(seed -> run("store", 1_000, seed, run -> run.set("seed", "" + seed)))
            .toList();

    assertThat(Comparison.of(runs).groups()).singleElement().matches(RunGroup::isRepeated);
  }

  /** The change is not part of the plan: it is the reason for the comparison. */
  @Test
  void twoRunsOfOnePlanAreComparedWithEachOther() {
    Comparison comparison = Comparison.of(alone(1_000, 1_100));

    assertThat(comparison.groups()).hasSize(2);
    assertThat(comparison.repeats()).isEmpty();
    assertThat(comparison.standings()).isNotEmpty();
  }

  @Test
  void anOutlierIsNamedAndCounts() {
    Comparison comparison = Comparison.of(alone(1_000, 1_010, 990, 1_005, 400, 995, 1_002, 1_003));
    RepeatedFigure throughput = comparison.repeats().getFirst();

    assertThat(throughput.remarks())
        .singleElement()
        .isInstanceOfSatisfying(
            Remark.Outlier.class,
            outlier -> {
              assertThat(outlier.run()).isEqualTo(5);
              assertThat(outlier.value()).isCloseTo(400, within(0.1));
            });
    assertThat(throughput.median().estimate()).isCloseTo(1_001, within(0.1));
  }

  @Test
  void aTrendAndTwoModesAreNamed() {
    assertThat(RepeatedFigure.remarks(1_000, 980, 961, 940, 922, 900))
        .singleElement()
        .isInstanceOfSatisfying(
            Remark.Drift.class, drift -> assertThat(drift.perRun()).isBetween(-0.025, -0.015));
    assertThat(
            RepeatedFigure.remarks(
                1_000, 1_400, 1_001, 1_401, 999, 1_399, 1_002, 1_402, 998, 1_398))
        .singleElement()
        .isInstanceOfSatisfying(
            Remark.TwoModes.class,
            two -> {
              assertThat(two.modes().low()).isCloseTo(1_000, within(1.0));
              assertThat(two.modes().high()).isCloseTo(1_400, within(1.0));
            });
  }

  @Test
  void everyFormShowsTheRepeats() {
    List<ComparedRun> runs = interleaved(new double[] {1_000, 1_010, 990, 1_005, 400, 995}, SLOW);
    Comparison comparison = Comparison.of(runs);
    String text =
        TextDocument.of(ComparisonContent.of(comparison), TextStyle.PLAIN).replaceAll("\\s+", " ");
    String markdown = MarkdownDocument.of(ComparisonContent.of(comparison));
    String csv = ComparisonCsv.of(comparison);

    assertThat(text)
        .contains("Repeats", "fast 1.0 (6 runs)", "run 5 is an outlier with 400/s")
        .containsPattern("over pairs of runs, level 96\\.9 %; Cliff's delta [+-][0-9.]+, ");
    assertThat(markdown).contains("## Repeats", "run 5 is an outlier");
    assertThat(csv)
        .contains("fast 1.0 (6 runs),slow 1.0 (6 runs)", "MEDIAN throughput (per second) low,");
    assertThat(csv.lines().map(line -> line.replaceAll("\"[^\"]*\"", "")))
        .allMatch(line -> line.chars().filter(sign -> sign == ',').count() == 3);
  }

  @Test
  void textsOfRepeatsAreToldOnce() {
    assertThat(
            new RunGroup("store", List.of(0, 1, 2))
                .cell(
                    List.of(
                        Cell.words("yes"), new Cell.Absent(), Cell.words("yes"), Cell.words("no"))))
        .isEqualTo(Cell.words("yes"));
  }
}
