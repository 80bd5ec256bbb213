package io.kvbench.runner.metrics;

import io.kvbench.core.host.HostSample;
import io.kvbench.core.host.ProcessFigures;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What servers and kvbench used, where somebody samples them. May be called by any thread. */
public final class NodeMetrics {
  private static final Duration GONE = Duration.ofSeconds(10);
  private static final double NANOS_PER_MILLI = 1e6;

  /** The last look at a process, and what it used since the look before. */
  private record Seen(
      Instant at, long sinceStartNanos, ProcessFigures figures, OptionalDouble cores) {}

  private final MultiGauge cpu;
  private final MultiGauge resident;
  private final Map<String, Seen> last = new TreeMap<>();

  NodeMetrics(PrometheusMeterRegistry registry) {
    cpu =
        MultiGauge.builder("kvbench.node.cpu.cores")
            .description("Processors that a server's process kept busy")
            .register(registry);
    resident =
        MultiGauge.builder("kvbench.node.resident")
            .baseUnit("bytes")
            .description("Resident memory of a server's process")
            .register(registry);
  }

  /** Takes a look at a host. A process that has not been seen for long is forgotten. */
  public synchronized void sampled(HostSample sample) {
    for (ProcessFigures figures : sample.processes()) {
      Seen before = last.get(figures.target());
      OptionalDouble cores =
          before == null
              ? OptionalDouble.empty()
              : cores(before, figures, sample.sinceStartNanos());
      last.put(figures.target(), new Seen(sample.at(), sample.sinceStartNanos(), figures, cores));
    }
    last.values().removeIf(seen -> seen.at.plus(GONE).isBefore(sample.at()));
    show();
  }

  /** Counters of another process begin anew. */
  private static OptionalDouble cores(Seen before, ProcessFigures now, long sinceStartNanos) {
    long nanos = sinceStartNanos - before.sinceStartNanos;
    if (nanos <= 0
        || before.figures.incarnation() != now.incarnation()
        || before.figures.cpuMillis().isEmpty()
        || now.cpuMillis().isEmpty()) {
      return OptionalDouble.empty();
    }
    long millis = now.cpuMillis().getAsLong() - before.figures.cpuMillis().getAsLong();
    return OptionalDouble.of(Math.max(0, millis) * NANOS_PER_MILLI / nanos);
  }

  private void show() {
    List<Row<?>> cores = new ArrayList<>();
    List<Row<?>> bytes = new ArrayList<>();
    last.forEach(
        (node, seen) -> {
          Tags tags = Tags.of("node", node);
          seen.cores.ifPresent(used -> cores.add(Row.of(tags, used)));
          seen.figures.residentBytes().ifPresent(used -> bytes.add(Row.of(tags, used)));
        });
    cpu.register(cores, true);
    resident.register(bytes, true);
  }
}
