package io.kvbench.runner.metrics;

import io.kvbench.core.host.HostSample;
import io.kvbench.core.host.ProcessFigures;
import io.kvbench.core.measure.NanoClock;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What servers, kvbench and their hosts use, where somebody samples them: in phases, and for as
 * long as samples come. May be called by any thread.
 */
public final class NodeMetrics {
  private record OfNode(
      MultiGauge gauge, BiFunction<HostWindow, ProcessFigures, OptionalDouble> figure) {}

  private record OfHost(MultiGauge gauge, Function<HostWindow, OptionalDouble> figure) {}

  private final PrometheusMeterRegistry registry;
  private final NanoClock clock;
  private final List<OfNode> nodes;
  private final List<OfHost> hosts;
  private final Map<String, HostWindow> windows = new TreeMap<>();
  private boolean inPhase;

  NodeMetrics(PrometheusMeterRegistry registry, NanoClock clock) {
    this.registry = registry;
    this.clock = clock;
    nodes =
        List.of(
            node("cpu.cores", "Processors that a server's process kept busy", HostWindow::cores),
            node(
                "resident.bytes",
                "Resident memory of a server's process",
                (window, each) -> HostWindow.level(each.residentBytes())),
            node(
                "open.files",
                "Open files of a server's process",
                (window, each) -> HostWindow.level(each.openFiles())),
            node(
                "threads",
                "Threads of a server's process",
                (window, each) -> HostWindow.level(each.threads())));
    hosts =
        List.of(
            host("load", "Load average of a host over a minute", HostWindow::load),
            host("cpu.busy.ratio", "Share of a host's processors that was busy", HostWindow::busy),
            host(
                "cpu.steal.ratio",
                "Share of a host's processors that its hypervisor gave to others",
                HostWindow::steal),
            host(
                "memory.available.bytes",
                "Memory of a host that is available without swapping",
                HostWindow::memoryAvailable),
            host(
                "disk.read.bytes.per.second",
                "Bytes read from the disks of a host",
                HostWindow::diskRead),
            host(
                "disk.written.bytes.per.second",
                "Bytes written to the disks of a host",
                HostWindow::diskWritten),
            host(
                "network.received.bytes.per.second",
                "Bytes that a host's network interfaces received",
                HostWindow::networkReceived),
            host(
                "network.sent.bytes.per.second",
                "Bytes that a host's network interfaces sent",
                HostWindow::networkSent));
  }

  private OfNode node(
      String name,
      String description,
      BiFunction<HostWindow, ProcessFigures, OptionalDouble> figure) {
    return new OfNode(gauge("kvbench.node." + name, description), figure);
  }

  private OfHost host(
      String name, String description, Function<HostWindow, OptionalDouble> figure) {
    return new OfHost(gauge("kvbench.host." + name, description), figure);
  }

  private MultiGauge gauge(String name, String description) {
    return MultiGauge.builder(name).description(description).register(registry);
  }

  /**
   * Takes a look at a host.
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
    nodes.forEach(each -> each.gauge.register(inPhase ? rows(each) : List.of(), true));
    hosts.forEach(each -> each.gauge.register(inPhase ? rows(each) : List.of(), true));
  }

  private List<Row<?>> rows(OfNode metric) {
    List<Row<?>> rows = new ArrayList<>();
    for (HostWindow window : windows.values()) {
      for (ProcessFigures process : window.processes()) {
        Tags tags = Tags.of("node", process.target());
        metric.figure.apply(window, process).ifPresent(value -> rows.add(Row.of(tags, value)));
      }
    }
    return rows;
  }

  private List<Row<?>> rows(OfHost metric) {
    List<Row<?>> rows = new ArrayList<>();
    windows.forEach(
        (host, window) ->
            metric
                .figure
                .apply(window)
                .ifPresent(value -> rows.add(Row.of(Tags.of("host", host), value))));
    return rows;
  }
}
