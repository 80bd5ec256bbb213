package io.kvbench.reports.history;

import io.kvbench.reports.compare.Benchmark;
import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.Noise;
import io.kvbench.reports.compare.Noise.Judgement;
import io.kvbench.reports.compare.RunGroup;
import io.kvbench.results.directory.BaselineDocument;
import io.kvbench.results.directory.BaselineDocument.BenchmarkDocument;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import io.kvbench.results.statistics.Quantiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A figure of a group of runs against the same one of a baseline.
 *
 * @param group whose runs
 * @param baseline the version that the baseline is of
 * @param before the median of the baseline
 * @param now the median of the runs; not a number where none has the figure
 * @param noise whether the difference is more than the ups and downs between runs
 * @param enough how many runs would tell
 */
public record BaselineComparison(
    RunGroup group,
    Metric figure,
    String baseline,
    double before,
    double now,
    Noise noise,
    int enough) {

  /**
   * Compares the runs of a comparison with a baseline, repeats together.
   *
   * @param problems takes a sentence for each group that the baseline does not know, and for each
   *     run that a history would leave out
   * @return empty if anything was wrong
   */
  public static Optional<List<BaselineComparison>> of(
      Comparison comparison, BaselineDocument baseline, Consumer<String> problems) {
    List<BaselineComparison> figures = new ArrayList<>();
    boolean whole = true;
    for (ComparedRun run : comparison.runs()) {
      Optional<String> flaw = History.flaw(run.result());
      flaw.ifPresent(what -> problems.accept(flawed(run, what)));
      whole &= flaw.isEmpty();
    }
    for (RunGroup group : comparison.repeatedRuns()) {
      ComparedRun first = comparison.runs().get(group.runs().getFirst());
      Benchmark benchmark = Benchmark.of(first.plan(), first.result());
      Optional<BenchmarkDocument> known =
          baseline.benchmarks().stream()
              .filter(each -> each.parts().equals(benchmark.parts()))
              .findFirst();
      if (known.isEmpty()) {
        problems.accept(unknown(first, benchmark, baseline));
        whole = false;
      } else {
        figures.addAll(of(comparison, group, known.get()));
      }
    }
    return whole ? Optional.of(List.copyOf(figures)) : Optional.empty();
  }

  private static List<BaselineComparison> of(
      Comparison comparison, RunGroup group, BenchmarkDocument baseline) {
    List<BaselineComparison> figures = new ArrayList<>();
    for (Metric figure : MetricLists.HISTORY) {
      double[] before =
          baseline.figures().getOrDefault(figure.words(), List.of()).stream()
              .mapToDouble(Double::doubleValue)
              .toArray();
      double[] now =
          group.runs().stream()
              .flatMapToDouble(run -> figure.of(comparison.runs().get(run).measured()).stream())
              .toArray();
      if (before.length > 0) {
        figures.add(
            new BaselineComparison(
                group,
                figure,
                baseline.version(),
                Quantiles.median(before),
                Quantiles.median(now),
                Noise.overRuns(now, before, false),
                Noise.enoughRuns(before.length)));
      }
    }
    return figures;
  }

  private static String flawed(ComparedRun run, String what) {
    return "%s is %s, so it cannot be compared with a baseline: omit it, and repeat the run."
        .formatted(run.directory(), what);
  }

  private static String unknown(ComparedRun run, Benchmark benchmark, BaselineDocument baseline) {
    String nearest =
        baseline.benchmarks().stream()
            .map(known -> new Benchmark(new TreeMap<>(known.parts())).differences(benchmark))
            .min(Comparator.comparingInt(List::size))
            .map(
                differences ->
                    "; the most similar one differs in " + String.join(", ", differences))
            .orElse("");
    return "the baseline has no benchmark with the plan of "
        + run.directory()
        + nearest
        + ". Add it with kvbench history --write-baseline.";
  }

  public double change() {
    return now / before - 1;
  }

  /** Returns whether there are enough runs to distinguish a difference from noise. */
  public boolean isJudged() {
    return noise.isKnown();
  }

  /** Returns whether the whole interval of the change is worse by more than a part of 1. */
  public boolean isWorseByMoreThan(double tolerance) {
    return noise.judgement() == Judgement.OUTSIDE
        && figure.better().isWorse(noise.low(), noise.high(), tolerance);
  }
}
