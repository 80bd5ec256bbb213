package io.kvbench.runner.run.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.format.HostUse;
import io.kvbench.results.format.ProcessUse;
import io.kvbench.results.host.HostMetric;
import io.kvbench.results.host.HostMetric.MetricKind;
import io.kvbench.results.host.HostMetric.Scope;
import io.kvbench.results.host.HostReading;
import io.kvbench.results.host.HostSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MetricFoldTest {
  private static final HostReading FIRST = reading(1);
  private static final HostReading SECOND = reading(2);

  /** The metrics that a result does not have, and why. */
  private static final Map<HostMetric, String> UNREPORTED =
      Map.of(
          HostMetric.LOAD_5, "the mean of LOAD_1 says it",
          HostMetric.LOAD_15, "the mean of LOAD_1 says it",
          HostMetric.PROCESSES, "of interest over time only: in the process's CSV file",
          HostMetric.SPACE_FREE, "of interest over time only: in the process's CSV file",
          HostMetric.FLUSHES, "drawn over time, beside spikes",
          HostMetric.FLUSH_MILLIS, "drawn over time, beside spikes");

  @ParameterizedTest
  @EnumSource
  void foldsEachMetric(HostMetric metric) {
    MetricFold fold = new MetricFold(HostMetric.of(metric.scope()));

    fold.seen(FIRST);
    fold.grown(FIRST, SECOND);
    fold.grown(FIRST, SECOND);

    if (metric.kind() == MetricKind.COUNTER) {
      long once = metric.growth(FIRST, SECOND).orElseThrow();
      assertThat(fold.growth(metric)).isEqualTo(OptionalLong.of(2 * once));
    } else {
      assertThat(fold.level(metric).max())
          .hasValue(metric.value(FIRST).orElseThrow().doubleValue());
    }
  }

  /** A result without the metric differs from one with it. */
  @ParameterizedTest
  @EnumSource
  void eachMetricIsInTheResultOrIsLeftOutOnPurpose(HostMetric metric) {
    List<HostMetric> all = HostMetric.of(metric.scope());
    List<HostMetric> others = new ArrayList<>(all);
    others.remove(metric);

    boolean reported =
        metric.scope() == Scope.HOST
            ? !host(all).equals(host(others))
            : !process(all).equals(process(others));

    assertThat(reported)
        .as(
            "%s is in results: either %s has a component for it, which %s fills, or it is in the"
                + " list UNREPORTED here, with the reason",
            metric,
            metric.scope() == Scope.HOST ? "HostUse" : "ProcessUse",
            metric.scope() == Scope.HOST ? "HostFold" : "ProcessFold")
        .isEqualTo(!UNREPORTED.containsKey(metric));
  }

  private static HostUse host(List<HostMetric> metrics) {
    HostFold fold = new HostFold(metrics);
    fold.seen(FIRST.sample());
    fold.grown(FIRST.sample(), SECOND.sample(), 1_000_000_000);
    return fold.result("local", 0);
  }

  private static ProcessUse process(List<HostMetric> metrics) {
    ProcessFold fold = new ProcessFold("local", metrics);
    fold.seen(FIRST);
    fold.grown(FIRST, SECOND, 1_000_000_000, true);
    return fold.result("node1");
  }

  private static HostReading reading(long number) {
    HostSample sample = Samples.sample(number, Samples.process("node1", 0, number, 500 * number));
    return HostReading.of(
        sample, sample.process("node1"), sample.directories().stream().findFirst());
  }
}
