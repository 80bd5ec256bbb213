package io.kvbench.runner.run.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.host.HostMetric;
import io.kvbench.results.host.HostMetric.MetricKind;
import io.kvbench.results.host.HostReading;
import io.kvbench.results.host.HostSample;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MetricFoldTest {
  private static final HostReading FIRST = reading(1);
  private static final HostReading SECOND = reading(2);

  @ParameterizedTest
  @EnumSource
  void foldsEachMetric(HostMetric metric) {
    MetricFold fold = new MetricFold(metric.scope());

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

  private static HostReading reading(long number) {
    HostSample sample = Samples.sample(number, Samples.process("node1", 0, number, 500 * number));
    return HostReading.of(
        sample, sample.process("node1"), sample.directories().stream().findFirst());
  }
}
