package io.kvbench.runner.metrics;

import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What servers and their hosts used, where somebody samples them. May be called by any thread. */
public final class NodeMetrics {

  /**
   * What one process used lately.
   *
   * @param cpuCores processors that it kept busy
   * @param residentBytes memory
   */
  public record Used(double cpuCores, double residentBytes) {}

  private final MultiGauge cpu;
  private final MultiGauge resident;
  private final Map<String, Used> used = new TreeMap<>();

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

  /** Says what a server used; what it used before is forgotten. */
  public synchronized void set(String node, Used now) {
    used.put(node, now);
    show();
  }

  /** Nothing is known of a server any more. */
  public synchronized void forget(String node) {
    used.remove(node);
    show();
  }

  private void show() {
    List<Row<?>> cores = new ArrayList<>();
    List<Row<?>> bytes = new ArrayList<>();
    used.forEach(
        (node, each) -> {
          cores.add(Row.of(Tags.of("node", node), each.cpuCores));
          bytes.add(Row.of(Tags.of("node", node), each.residentBytes));
        });
    cpu.register(cores, true);
    resident.register(bytes, true);
  }
}
