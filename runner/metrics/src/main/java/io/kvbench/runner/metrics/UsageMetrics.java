package io.kvbench.runner.metrics;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.results.host.HostMetric;
import io.kvbench.results.host.HostMetric.Scope;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.ProcessFigures;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The metrics of resource use of servers, kvbench and their hosts, where they are sampled: in
 * phases, and for as long as samples arrive. For any thread.
 */
public final class UsageMetrics {
  private record Exported(MultiGauge gauge, HostMetric metric, boolean isRatio) {}

  private final PrometheusMeterRegistry registry;
  private final NanoClock clock;
  private final List<Exported> all;
  private final Map<String, HostWindow> windows = new TreeMap<>();
  private boolean inPhase;

  UsageMetrics(PrometheusMeterRegistry registry, NanoClock clock) {
    this.registry = registry;
    this.clock = clock;
    all =
        List.of(
            of("cpu.cores", "Processors used by a server's process", HostMetric.CPU_MILLIS),
            of(
                "resident.bytes",
                "Resident memory of a server's process",
                HostMetric.RESIDENT_BYTES),
            of("open.files", "Open files of a server's process", HostMetric.OPEN_FILES),
            of("threads", "Threads of a server's process", HostMetric.THREADS),
            of("load", "Load average of a host over a minute", HostMetric.LOAD_1),
            of(
                "cpu.busy.ratio",
                "Share of a host's processors that was busy",
                HostMetric.BUSY_MILLIS),
            of(
                "cpu.steal.ratio",
                "Steal: share of a host's processors that its hypervisor gave to other guests",
                HostMetric.STEAL_MILLIS),
            of(
                "memory.available.bytes",
                "Memory of a host that is available without swapping",
                HostMetric.MEMORY_AVAILABLE),
            of(
                "disk.read.bytes.per.second",
                "Bytes read from the disks of a host",
                HostMetric.SECTORS_READ),
            of(
                "disk.written.bytes.per.second",
                "Bytes written to the disks of a host",
                HostMetric.SECTORS_WRITTEN),
            of(
                "network.received.bytes.per.second",
                "Bytes that a host's network interfaces received",
                HostMetric.RECEIVED_BYTES),
            of(
                "network.sent.bytes.per.second",
                "Bytes that a host's network interfaces sent",
                HostMetric.SENT_BYTES));
  }

  private Exported of(String name, String description, HostMetric metric) {
    String prefix = metric.scope() == Scope.HOST ? "kvbench.host." : "kvbench.node.";
    return new Exported(
        MultiGauge.builder(prefix + name).description(description).register(registry),
        metric,
        name.endsWith(".ratio"));
  }

  /**
   * Adds a sample of a host.
   *
   * @param host what its own figures go by
   */
  public synchronized void sampled(String host, HostSample sample) {
    windows.computeIfAbsent(host, name -> new HostWindow()).add(sample, clock.nanos());
  }

  /** Says whether there is a phase from now on. */
  synchronized void inPhase(boolean now) {
    inPhase = now;
  }

  /** Brings the gauges up to date: what has not been seen for long is not there. */
  synchronized void refresh() {
    long now = clock.nanos();
    windows.values().removeIf(window -> window.isOver(now));
    all.forEach(each -> each.gauge.register(inPhase ? rows(each) : List.of(), true));
  }

  private List<Row<?>> rows(Exported each) {
    List<Row<?>> rows = new ArrayList<>();
    windows.forEach(
        (host, window) -> {
          if (each.metric.scope() == Scope.HOST) {
            add(rows, Tags.of("host", host), value(each, window));
          } else {
            for (ProcessFigures process : window.processes()) {
              Tags tags = Tags.of("node", process.target());
              add(rows, tags, window.value(each.metric, Optional.of(process)));
            }
          }
        });
    return rows;
  }

  /** Two clocks are read one after the other, so a share may slightly exceed 1. */
  private static OptionalDouble value(Exported each, HostWindow window) {
    OptionalDouble value = window.value(each.metric, Optional.empty());
    return each.isRatio
        ? value.stream()
            .filter(cores -> window.processors() > 0)
            .map(cores -> Math.min(1, cores / window.processors()))
            .findFirst()
        : value;
  }

  private static void add(List<Row<?>> rows, Tags tags, OptionalDouble value) {
    value.ifPresent(known -> rows.add(Row.of(tags, known)));
  }
}
