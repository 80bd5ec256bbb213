package io.kvbench.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.reports.PhaseFixtures;
import io.kvbench.reports.StoredFixtures;
import io.kvbench.reports.compare.Estimates.Estimate;
import io.kvbench.reports.compare.Estimates.Range;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The figures that pictures of a comparison show. */
class EstimatesTest {
  @TempDir private Path parent;

  private static Comparison compare(List<Path> directories) {
    return Comparison.of(
        ComparedRuns.read(
                directories,
                problem -> {
                  throw new AssertionError(problem);
                })
            .orElseThrow());
  }

  private static Estimates figure(Comparison comparison, String title) {
    return comparison.estimates().stream()
        .filter(each -> each.title().equals(title))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void ofSingleRunsTheirSecondsGiveTheLimits() throws Exception {
    Comparison comparison =
        compare(
            List.of(
                StoredFixtures.write(parent, "zookeeper", 30, 400),
                StoredFixtures.write(parent, "etcd", 30, 800)));
    Estimates throughput = figure(comparison, "throughput");

    assertThat(comparison.estimates())
        .extracting(Estimates::title)
        .startsWith("throughput", "p50 response time", "p99 response time");
    assertThat(throughput.moreIsBetter()).isTrue();
    assertThat(throughput.levels()).containsExactly(0.95);
    for (int group = 0; group < 2; group++) {
      Estimate estimate = throughput.groups().get(group);
      Range range = estimate.range().orElseThrow();
      double expected = group == 0 ? 400 : 800;
      assertThat(estimate.value().orElseThrow()).isCloseTo(expected, within(expected / 20));
      assertThat(range.low()).isLessThan(range.high());
      assertThat(estimate.value().orElseThrow()).isBetween(range.low() * 0.99, range.high() * 1.01);
      assertThat(estimate.runs()).hasSize(1);
    }
  }

  @Test
  void ofRepeatsTheRunsGiveTheLimitsAndTheLevelIsWhatTheyReach() throws Exception {
    List<Path> runs = new ArrayList<>();
    for (int run = 0; run < 3; run++) {
      runs.add(
          StoredFixtures.writeBenchmark(
              parent, 200 + run, PhaseFixtures.START.plusSeconds(60L * run), "same"));
    }
    Estimates throughput = figure(compare(runs), "throughput");
    Estimate estimate = throughput.groups().getFirst();

    assertThat(throughput.groups()).hasSize(1);
    assertThat(estimate.runs()).hasSize(3);
    // The probability that the median lies between the least and the greatest of three.
    assertThat(throughput.levels()).containsExactly(0.75);
    assertThat(estimate.range().orElseThrow().low())
        .isEqualTo(estimate.runs().stream().min(Double::compare).orElseThrow());
    assertThat(estimate.range().orElseThrow().high())
        .isEqualTo(estimate.runs().stream().max(Double::compare).orElseThrow());
  }

  @Test
  void whatMakesFiguresIncomparableIsWithThem() throws Exception {
    Comparison comparison =
        compare(
            List.of(
                StoredFixtures.write(parent, "etcd", 30, 400),
                StoredFixtures.write(
                    parent,
                    "etcd",
                    30,
                    400,
                    PhaseFixtures.START.plusSeconds(60),
                    run -> run.invalid("check"))));

    assertThat(comparison.differences()).isNotEmpty();
    assertThat(figure(comparison, "throughput").notComparable())
        .contains(comparison.differences().getFirst().number());
  }
}
