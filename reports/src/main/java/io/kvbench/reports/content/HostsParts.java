package io.kvbench.reports.content;

import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.Entries;
import io.kvbench.reports.document.Element.Entry;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.document.Tone;
import io.kvbench.reports.run.UsesSheet;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.HostUse;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.HostsResult.ClockResult;
import io.kvbench.results.format.HostsResult.SamplerResult;
import io.kvbench.results.format.HostsResult.Span;
import io.kvbench.results.format.NodesUse;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.host.HostMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The document parts about hosts: the table of processes ({@link UsesSheet}), a sentence about each
 * host, where a figure of {@link HostUse} is shown, the overhead of sampling, and the gaps in the
 * samples.
 */
final class HostsParts {
  private static final int LABEL = 13;
  private static final long MILLI = 1_000_000L;

  private static final double NANO = 1e-9;

  private final HostsResult hosts;
  private final Span span;
  private final List<Entry> entries = new ArrayList<>();

  private HostsParts(HostsResult hosts, Span span) {
    this.hosts = hosts;
    this.span = span;
  }

  /**
   * Returns the whole.
   *
   * @param measured the phases that the run was about
   */
  static List<Element> of(HostsResult hosts, List<PhaseResult> measured) {
    List<Element> elements = new ArrayList<>();
    span(hosts, measured).ifPresent(span -> elements.addAll(new HostsParts(hosts, span).all()));
    elements.add(
        new Entries(
            hosts.samplers().stream()
                .flatMap(sampler -> sampler.problem().stream())
                .map(problem -> new Entry("Lost", problem, Tone.DOUBTFUL))
                .toList()));
    return elements;
  }

  /** Returns what the servers used in one entry, if it is known. */
  static Optional<Entry> brief(HostsResult hosts, List<PhaseResult> measured) {
    return span(hosts, measured).flatMap(Span::overNodes).flatMap(HostsParts::servers);
  }

  private static Optional<Span> span(HostsResult hosts, List<PhaseResult> measured) {
    return measured.size() == 1 ? hosts.of(measured.getFirst()) : hosts.overall();
  }

  private static Optional<Entry> servers(NodesUse nodes) {
    List<String> parts = new ArrayList<>();
    nodes
        .cpuPercentMean()
        .ifPresent(
            cpu ->
                parts.add(
                    Quantities.decimal(cpu.sum(), 1)
                        + " % of a core"
                        + (nodes.nodes() == 1
                            ? ""
                            : ", the busiest " + Quantities.decimal(cpu.max(), 1) + " %")));
    nodes
        .residentBytesMax()
        .ifPresent(memory -> parts.add(Quantities.bytes(memory.sum()) + " peak memory"));
    nodes
        .writtenBytes()
        .ifPresent(written -> parts.add(Quantities.bytes(written.sum()) + " written"));
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Entry.of(nodes.nodes() == 1 ? "Server" : "Servers", String.join(", ", parts)));
  }

  private List<Element> all() {
    span.hosts().stream()
        .filter(host -> host.hardware().devices().isPresent() || host.cpu().cpuMillis().isPresent())
        .forEach(this::machine);
    span.hosts().forEach(this::sampling);
    return List.of(Tabulation.of(UsesSheet.of(hosts, span)), new Entries(entries));
  }

  /** Returns how much of the time figures are of, where that is not nearly all. */
  private Optional<String> part(long coveredNanos) {
    return UsesSheet.isPart(coveredNanos, span)
        ? Optional.of(
            Quantities.fixed(coveredNanos * NANO, 1)
                + " of "
                + Quantities.fixed(span.wallNanos() * NANO, 1)
                + " s")
        : Optional.empty();
  }

  private void machine(HostUse host) {
    List<String> parts = new ArrayList<>();
    busy(host).ifPresent(parts::add);
    if (host.cpu().loadMean().isPresent()) {
      parts.add("load " + Quantities.rate(host.cpu().loadMean().getAsDouble()));
    }
    if (UsesSheet.total(host.disks().writes(), host.coverage().coveredNanos(), span).isPresent()) {
      parts.add(
          "disks %s: %s and %s, %s written"
              .formatted(
                  PlainText.of(host.hardware().devices().orElse("")),
                  count(host.disks().reads(), "read"),
                  count(host.disks().writes(), "write"),
                  bytes(host.disks().sectorsWritten(), HostMetric.SECTORS_WRITTEN)));
    }
    if (UsesSheet.total(host.network().receivedBytes(), host.coverage().coveredNanos(), span)
        .isPresent()) {
      parts.add(
          "network %s: %s received, %s sent"
              .formatted(
                  PlainText.of(host.hardware().interfaces().orElse("")),
                  bytes(host.network().receivedBytes(), HostMetric.RECEIVED_BYTES),
                  bytes(host.network().sentBytes(), HostMetric.SENT_BYTES)));
    }
    retransmits(host).ifPresent(parts::add);
    if (!parts.isEmpty()) {
      part(host.coverage().coveredNanos()).ifPresent(over -> parts.add("over " + over));
      entries.add(Entry.of(label(host.host()), String.join("; ", parts)));
    }
  }

  private static Optional<String> busy(HostUse host) {
    if (host.cpu().cpuMillis().isEmpty()
        || host.hardware().processors().isEmpty()
        || host.coverage().coveredNanos() == 0) {
      return Optional.empty();
    }
    long processors = host.hardware().processors().getAsLong();
    double available = (double) host.coverage().coveredNanos() * processors;
    double used = (double) host.cpu().cpuMillis().getAsLong() * MILLI;
    double stolen = (double) host.cpu().stealMillis().orElse(0) * MILLI;
    return Optional.of(
        "%s of %s busy%s"
            .formatted(
                Quantities.percent(used, available),
                Quantities.count(processors, "processor"),
                stolen == 0 ? "" : ", " + Quantities.percent(stolen, available) + " steal"));
  }

  private Optional<String> retransmits(HostUse host) {
    long coveredNanos = host.coverage().coveredNanos();
    OptionalLong sentAgain = UsesSheet.total(host.network().retransmits(), coveredNanos, span);
    return sentAgain.isEmpty() || coveredNanos == 0
        ? Optional.empty()
        : Optional.of(
            Quantities.rate(sentAgain.getAsLong() / (coveredNanos * NANO))
                + " TCP segments/s retransmitted");
  }

  private void sampling(HostUse host) {
    Optional<SamplerResult> sampler =
        hosts.samplers().stream().filter(each -> each.host().equals(host.host())).findFirst();
    boolean sidecar = sampler.filter(each -> each.kind().equals("sidecar")).isPresent();
    if (!sidecar && host.coverage().samplesMissed() == 0) {
      return;
    }
    List<String> parts = new ArrayList<>();
    if (host.sampler().samplerCpuPercent().isPresent()) {
      parts.add(Quantities.percentOfCore(host.sampler().samplerCpuPercent().getAsDouble()));
    }
    parts.add(Quantities.count(host.coverage().samples(), "sample"));
    parts.add(
        host.coverage().samplesMissed() == 0
            ? "none missed"
            : Quantities.count(host.coverage().samplesMissed()) + " missed: no data for that time");
    sampler.flatMap(SamplerResult::clock).ifPresent(clock -> parts.add(offset(clock)));
    String label = sidecar ? "Sidecar" : label(host.host());
    String who =
        sidecar && span.hosts().size() > 1
            ? "at "
                + PlainText.of(host.host().equals("local") ? "this machine" : host.host())
                + ": "
            : "";
    entries.add(
        new Entry(
            label,
            who + String.join(", ", parts),
            host.coverage().samplesMissed() == 0 ? Tone.PLAIN : Tone.DOUBTFUL));
  }

  /** Times in the report are kvbench's: this says by how much logs over there may seem wrong. */
  private static String offset(ClockResult clock) {
    long off = Math.abs(clock.offsetNanos());
    return off <= clock.uncertaintyNanos()
        ? "clock offset within " + Quantities.duration(clock.uncertaintyNanos())
        : "clock %s %s, to within %s"
            .formatted(
                Quantities.duration(off),
                clock.offsetNanos() < 0 ? "behind" : "ahead",
                Quantities.duration(clock.uncertaintyNanos()));
  }

  private static String label(String host) {
    String name = PlainText.of(host.equals("local") ? "This machine" : host);
    return name.substring(0, Math.min(name.length(), LABEL));
  }

  private static String bytes(OptionalLong figure, HostMetric metric) {
    return CellText.plain(
        Cell.of(
            figure.stream().mapToDouble(number -> number * metric.unit().size()).findFirst(),
            Unit.BINARY_BYTES));
  }

  private static String count(OptionalLong figure, String thing) {
    return figure.isPresent()
        ? Quantities.count(figure.getAsLong(), thing)
        : CellText.ABSENT + " " + thing + "s";
  }
}
