package io.kvbench.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.Outcome;
import io.kvbench.reports.RunBuilder;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import io.kvbench.results.format.TimeResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangeTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int SECONDS = 20;

  /** The whole interval has to lie beyond the tolerance; more is better in throughput alone. */
  @ParameterizedTest
  @CsvSource({
    "THROUGHPUT, -0.20, -0.10, 0.09, true",
    "THROUGHPUT, -0.20, -0.10, 0.10, false",
    "THROUGHPUT, -0.20, -0.10, 0.15, false",
    "THROUGHPUT, -0.20, 0.10, 0, false",
    "THROUGHPUT, 0.10, 0.20, 0, false",
    "P99, 0.10, 0.20, 0.09, true",
    "P99, 0.10, 0.20, 0.10, false",
    "P99, 0.10, 0.20, 0.15, false",
    "P99, -0.10, 0.20, 0, false",
    "P99, -0.20, -0.10, 0, false",
  })
  void isWorseWhereNoiseDoesNotReachTheTolerance(
      Metric metric, double low, double high, double tolerance, boolean worse) {
    Change change = new Change(metric, 100, 90, Noise.between(low, high), List.of());

    assertThat(change.isKnown()).isTrue();
    assertThat(change.isWorseByMoreThan(tolerance)).isEqualTo(worse);
  }

  @Test
  void aSlowerRunIsWorseInEveryStatistic() {
    List<Change> changes = Change.between(run(1, 600), run(2, 420));

    assertThat(changes).extracting(Change::metric).containsExactlyElementsOf(MetricLists.COMPARED);
    assertThat(changes)
        .filteredOn(Change::isKnown)
        .hasSize(changes.size() - 1)
        .allMatch(change -> change.isWorseByMoreThan(0.1))
        .noneMatch(change -> change.isWorseByMoreThan(1))
        .allMatch(change -> change.notComparable().isEmpty());
    assertThat(changes.getLast().isKnown()).as("a p99.9 of so few operations").isFalse();
    assertThat(changes.getFirst().before()).isCloseTo(600, within(30.0));
    assertThat(changes.getFirst().now()).isCloseTo(420, within(21.0));
    assertThat(Change.between(run(2, 420), run(1, 600)))
        .noneMatch(change -> change.isWorseByMoreThan(0));
  }

  @Test
  void withoutBlocksNothingIsKnownAndNothingWorse() {
    ComparedRun fine = run(1, 1_000);
    ComparedRun slow = run(builder(blocks(2, 700)), List.of());

    assertThat(Change.between(fine, slow))
        .noneMatch(Change::isKnown)
        .noneMatch(change -> change.isWorseByMoreThan(0))
        .allMatch(change -> change.before() > 0 && change.now() > 0);
  }

  @Test
  void aFigureThatARunHasNotIsNotANumber() {
    ComparedRun none = run(new RunBuilder("etcd").lasting(SECONDS, 0, 0), List.of());

    assertThat(Change.between(none, run(1, 1_000)))
        .filteredOn(change -> change.metric() == Metric.MEAN)
        .singleElement()
        .satisfies(
            mean -> {
              assertThat(mean.before()).isNaN();
              assertThat(mean.now()).isPositive();
              assertThat(mean.isKnown()).isFalse();
            });
  }

  @Test
  void tellsWhatIsNotToBeHeldAgainstEachOther() {
    List<Block> blocks = blocks(2, 1_000);

    List<Change> changes =
        Change.between(run(1, 1_000), run(builder(blocks).set("valuesize", "1"), blocks));

    assertThat(changes)
        .allSatisfy(
            change ->
                assertThat(change.notComparable())
                    .extracting(Difference::subject)
                    .containsExactly("value size"));
  }

  private static ComparedRun run(int seed, int perSecond) {
    List<Block> blocks = blocks(seed, perSecond);
    return run(builder(blocks), blocks);
  }

  private static ComparedRun run(RunBuilder run, List<Block> blocks) {
    return ComparedRun.of(
        "etcd",
        new StoredRun(Path.of("etcd"), run.result(), run.plan(), List.of(), List.of(), Map.of()),
        blocks);
  }

  private static RunBuilder builder(List<Block> blocks) {
    TimeHistogram all =
        blocks.stream().map(Block::response).reduce(TimeHistogram.empty(), TimeHistogram::plus);
    return new RunBuilder("etcd").lasting(SECONDS, 0, 0).answered(Outcome.OK, TimeResult.of(all));
  }

  /** Seconds of a hundred clients, of which no one is quite like another. */
  private static List<Block> blocks(int seed, int perSecond) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Block> blocks = new ArrayList<>();
    for (int second = 0; second < SECONDS; second++) {
      int count = (int) (perSecond * (0.95 + 0.1 * random.nextDouble()));
      long[] nanos = new long[count];
      for (int at = 0; at < count; at++) {
        nanos[at] = (long) (100.0 * SECOND / count * (0.9 + 0.2 * random.nextDouble()));
      }
      blocks.add(new Block(SECOND, count, TimeHistogram.ofNanos(nanos)));
    }
    return blocks;
  }
}
