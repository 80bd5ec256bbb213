package io.kvbench.runner.run.hosts;

import io.kvbench.core.host.HostMetric;
import io.kvbench.core.host.HostMetric.Scope;
import io.kvbench.core.host.HostReading;
import io.kvbench.core.host.HostSample;
import io.kvbench.core.result.HostUse;
import java.util.Optional;
import java.util.OptionalLong;

/** What went on at one host in a phase so far. */
final class HostFold {
  private long samples;
  private long missed;
  private long coveredNanos;
  private OptionalLong processors = OptionalLong.empty();
  private Optional<String> devices = Optional.empty();
  private Optional<String> interfaces = Optional.empty();
  private final MetricFold metrics = new MetricFold(Scope.HOST);
  private final OtherLoad other = new OtherLoad();

  void seen(HostSample now) {
    samples++;
    long told = now.cpu().processors();
    processors = told > 0 ? OptionalLong.of(told) : OptionalLong.empty();
    HostReading reading = reading(now);
    devices = reading.diskNames().or(() -> devices);
    interfaces = reading.interfaceNames().or(() -> interfaces);
    metrics.seen(reading);
  }

  void missed(long more) {
    missed += more;
  }

  void grown(HostSample from, HostSample to, long nanos) {
    coveredNanos += nanos;
    other.grown(from, to, nanos);
    HostReading before = reading(from);
    HostReading after = reading(to);
    metrics.grown(before.commonWith(after), after.commonWith(before));
  }

  private static HostReading reading(HostSample sample) {
    return HostReading.of(sample, Optional.empty(), Optional.empty());
  }

  /**
   * Returns the figures.
   *
   * @param missing how many samples have not come since the last
   */
  HostUse result(String host, long missing) {
    Level load = metrics.level(HostMetric.LOAD_1);
    OptionalLong sampler = metrics.growth(HostMetric.SAMPLER_CPU_NANOS);
    return new HostUse(
        host,
        samples,
        missed + missing,
        coveredNanos,
        processors,
        devices,
        interfaces,
        metrics.growth(HostMetric.BUSY_MILLIS),
        metrics.growth(HostMetric.IO_WAIT_MILLIS),
        metrics.growth(HostMetric.STEAL_MILLIS),
        load.mean(),
        load.max(),
        metrics.level(HostMetric.MEMORY_TOTAL).wholeMax(),
        metrics.level(HostMetric.MEMORY_AVAILABLE).wholeMin(),
        metrics.growth(HostMetric.READS),
        metrics.growth(HostMetric.SECTORS_READ),
        metrics.growth(HostMetric.READ_MILLIS),
        metrics.growth(HostMetric.WRITES),
        metrics.growth(HostMetric.SECTORS_WRITTEN),
        metrics.growth(HostMetric.WRITE_MILLIS),
        metrics.growth(HostMetric.RECEIVED_BYTES),
        metrics.growth(HostMetric.SENT_BYTES),
        metrics.growth(HostMetric.RECEIVED_PACKETS),
        metrics.growth(HostMetric.SENT_PACKETS),
        sampler,
        Percents.ofNanos(sampler, coveredNanos),
        other.percent());
  }
}
