package io.kvbench.reports.run;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.HostUse;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.HostsResult.Span;
import io.kvbench.results.format.ProcessUse;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/** Resource use of servers and kvbench in one phase, or in all phases. */
public final class UsesSheet {
  /** Samples that cover more of a phase are taken for all of it. */
  private static final double NEARLY_ALL = 0.99;

  /** Totals of less would say more of the gap than of the phase. */
  private static final double ENOUGH = 0.5;

  private final HostsResult hosts;
  private final Span span;

  private UsesSheet(HostsResult hosts, Span span) {
    this.hosts = hosts;
    this.span = span;
  }

  public static Sheet of(HostsResult hosts, Span span) {
    return new UsesSheet(hosts, span).sheet();
  }

  /** Returns whether figures are not of nearly all of the time. */
  public static boolean isPart(long coveredNanos, Span span) {
    return coveredNanos < NEARLY_ALL * span.wallNanos();
  }

  /** Returns what a counter grew by; empty where it was seen for too small a part of the time. */
  public static OptionalLong total(OptionalLong counter, long coveredNanos, Span span) {
    return coveredNanos < ENOUGH * span.wallNanos() ? OptionalLong.empty() : counter;
  }

  private Sheet sheet() {
    List<ProcessUse> uses = span.processes().toList();
    boolean network = uses.stream().anyMatch(this::hasNetwork);
    List<Figure<ProcessUse>> columns = new ArrayList<>();
    columns.add(Figure.of("process", use -> Cell.words(use.name())));
    columns.add(Figure.of("CPU", use -> percent(use.cpuPercentMean())));
    columns.add(Figure.of("max CPU", use -> percent(use.cpuPercentMax())));
    columns.add(Figure.of("memory", use -> bytes(use.residentBytesMax())));
    columns.add(Figure.detail("read", use -> total(use, use.readBytes())));
    columns.add(Figure.of("written", use -> total(use, use.writtenBytes())));
    if (network) {
      columns.add(Figure.of("net in", use -> network(use, host -> host.network().receivedBytes())));
      columns.add(Figure.of("net out", use -> network(use, host -> host.network().sentBytes())));
    }
    columns.add(column("files", network, use -> bytes(use.dataBytesMax())));
    columns.add(column("threads", network, use -> Cell.of(use.threadsMax(), Unit.COUNT)));
    if (uses.stream().anyMatch(use -> isPart(use.coveredNanos(), span))) {
      columns.add(Figure.of("over", use -> share(use.coveredNanos())));
    }
    return Sheet.of(
        "Hosts",
        "in "
            + span.phase().map(phase -> "the " + phase + " phase").orElse("all phases")
            + "; 100 % CPU is one core; memory, files and threads are peaks",
        columns,
        uses);
  }

  private static Figure<ProcessUse> column(
      String name, boolean detail, Function<ProcessUse, Cell> cell) {
    return new Figure<>(new Sheet.Column(name, detail), cell);
  }

  /** The traffic of several servers on one machine cannot be separated. */
  private boolean hasNetwork(ProcessUse use) {
    return hosts.samplers().stream()
        .anyMatch(each -> each.host().equals(use.host()) && each.kind().equals("docker"));
  }

  private Cell network(ProcessUse use, Function<HostUse, OptionalLong> figure) {
    return span.host(use.host())
        .filter(host -> hasNetwork(use))
        .map(host -> bytes(total(figure.apply(host), host.coverage().coveredNanos(), span)))
        .orElse(new Cell.Absent());
  }

  private Cell total(ProcessUse use, OptionalLong counter) {
    return bytes(total(counter, use.coveredNanos(), span));
  }

  private Cell share(long coveredNanos) {
    return isPart(coveredNanos, span)
        ? Cell.of((double) coveredNanos / span.wallNanos(), Unit.SHARE)
        : new Cell.Absent();
  }

  private static Cell percent(OptionalDouble figure) {
    return Cell.of(figure.stream().map(percent -> percent / 100).findFirst(), Unit.SHARE);
  }

  private static Cell bytes(OptionalLong figure) {
    return Cell.of(figure, Unit.BINARY_BYTES);
  }
}
