package io.kvbench.runner.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.Ticks;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests that the exported, documented and displayed metric names are the same. */
class NamesTest {
  private static final Path ROOT = Path.of("..", "..");

  @Test
  void theGuideHasAllNames() throws IOException {
    assertThat(names("docs/guide/metrics.md", "\\| `(kvbench_\\w+)` \\|")).isEqualTo(told());
  }

  @Test
  void theDashboardShowsAllAndNoOthers() throws IOException {
    assertThat(names("docker/grafana/dashboards/kvbench.json", "\\b(kvbench_\\w+)"))
        .isEqualTo(told());
  }

  private static Set<String> names(String file, String pattern) throws IOException {
    String text = Files.readString(ROOT.resolve(file));
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult match) -> family(match.group(1)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void allAreExplainedToWhoeverReadsThem() {
    assertThat(text().lines().filter(line -> line.startsWith("# HELP")))
        .hasSameSizeAs(told())
        .allMatch(line -> line.matches("# HELP kvbench_\\w+ \\S.*"));
  }

  private static Set<String> told() {
    return text()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> family(line.replaceAll("[{ ].*", "")))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the name of the histogram whose series this is, or of another metric itself. */
  private static String family(String series) {
    return series.replaceAll("_(bucket|count|sum)$", "");
  }

  /** Returns an export with every metric. */
  private static String text() {
    try (LiveMetrics metrics = new LiveMetrics("memory", "smoke", () -> 0, NanoClock.system())) {
      TimeHistogram times = TimeHistogram.ofNanos(1_000_000);
      StatusSnapshot status = new StatusSnapshot(times, times);
      metrics.about("run", "label", "1");
      metrics.phaseStarted(
          new PhasePlan(PhaseName.RUN, 7, new LoadModel.ClosedLoop(), 100, Optional.empty(), false),
          Set.of(OperationType.READ));
      metrics.interval(
          new Interval(
              Instant.EPOCH,
              0,
              1_000_000_000L,
              5,
              3,
              new Snapshot(
                  Map.of(OperationType.READ, Map.of(Outcome.OK, status, ErrorKind.TIMEOUT, status)),
                  times),
              Ticks.sum(List.of())));
      metrics.nodes().sampled("local", Samples.sample(0, Samples.process("etcd-1", 0, 0)));
      metrics.nodes().sampled("local", Samples.sample(1, Samples.process("etcd-1", 0, 1)));
      return Samples.text(metrics);
    }
  }
}
