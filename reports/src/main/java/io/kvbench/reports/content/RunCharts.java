package io.kvbench.reports.content;

import static io.kvbench.results.host.HostMetric.READ_BYTES;
import static io.kvbench.results.host.HostMetric.RECEIVED_BYTES;
import static io.kvbench.results.host.HostMetric.RESIDENT_BYTES;
import static io.kvbench.results.host.HostMetric.SECTORS_READ;
import static io.kvbench.results.host.HostMetric.SECTORS_WRITTEN;
import static io.kvbench.results.host.HostMetric.SENT_BYTES;
import static io.kvbench.results.host.HostMetric.WRITTEN_BYTES;

import io.kvbench.reports.compare.Measured;
import io.kvbench.reports.content.HostTracks.HostTrack;
import io.kvbench.reports.document.Chart;
import io.kvbench.reports.document.Chart.Line;
import io.kvbench.reports.document.Chart.Lines;
import io.kvbench.reports.document.Chart.PhaseRange;
import io.kvbench.reports.document.Chart.Span;
import io.kvbench.reports.document.Chart.TimeAxis;
import io.kvbench.reports.document.Stroke;
import io.kvbench.reports.spikes.Spikes;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.host.HostColumns;
import io.kvbench.results.host.HostMetric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The charts of one run: all of its phases on one time axis. */
final class RunCharts {
  private static final List<String> PERCENTILE_NAMES = List.of("p50", "p90", "p99", "p99.9", "max");

  private final StoredRun run;
  private final RunResult result;
  private final Instant origin;
  private final double end;
  private final EventMarks marks = new EventMarks();
  private final TimeAxis axis;
  private final Optional<Track> track;

  /**
   * Prepares the charts of a run that was read with {@link
   * io.kvbench.results.directory.IntervalTrack#READING}.
   *
   * @param spikes its spikes, if they are known
   */
  RunCharts(StoredRun run, Optional<Spikes> spikes) {
    this.run = run;
    this.result = run.result();
    this.origin =
        result.phases().isEmpty()
            ? result.origin().startedAt()
            : result.phases().getFirst().span().startedAt();
    this.end =
        result.phases().stream()
            .mapToDouble(phase -> at(phase, phase.span().wallNanos()))
            .max()
            .orElse(0);
    marks.add(result, "", stroke(), origin, end);
    spikes.ifPresent(all -> marks.add(all, stroke(), origin));
    axis = new TimeAxis(end, phases(), faultWindows(), marks.marks(), marks.rows());
    track =
        run.intervals().stream().anyMatch(interval -> interval.count() > 0)
            ? Optional.of(Track.of(run, interval -> true, origin))
            : Optional.empty();
  }

  TimeAxis axis() {
    return axis;
  }

  private Stroke stroke() {
    return Strokes.system(result.system().name());
  }

  /**
   * Returns what operations did over time, and what happened meanwhile.
   *
   * @throws ResultFormatException if the run's files are damaged
   */
  List<Chart> overTime() throws ResultFormatException {
    if (track.isEmpty()) {
      return List.of();
    }
    Track all = track.get();
    List<Chart> charts = new ArrayList<>();
    charts.add(throughput(all));
    charts.addAll(response(all));
    charts.addAll(errors(all));
    if (!marks.areEmpty()) {
      charts.add(marks.chart(axis));
    }
    charts.addAll(clients(all));
    charts.addAll(MixTracks.charts(run, axis, origin));
    all.heat(
            "heat-map",
            "Latency heat map",
            "Number of operations by latency over time; darker means more. The colour scale is"
                + " logarithmic too, so that rare slow operations stay visible.",
            axis,
            stroke())
        .ifPresent(charts::add);
    return charts;
  }

  private Chart throughput(Track all) {
    Line offered = new Line("offered", all.seconds(), Strokes.planned(), all.offeredPerSecond());
    Line ok = new Line("OK", all.seconds(), stroke(), all.okPerSecond());
    return new Lines(
        "throughput",
        "Throughput",
        "Operations answered OK per second"
            + composites()
            + "."
            + Track.CUT
            + (offered.isKnown()
                ? " Offered: the requests per second that the schedule (target) asked for."
                : "")
            + uprights(),
        Unit.PER_SECOND,
        "OK per second",
        false,
        axis,
        offered.isKnown() ? List.of(ok, offered) : List.of(ok));
  }

  /** Files of earlier versions have numbers of clients only. */
  private List<Chart> clients(Track all) {
    Line inFlight = new Line("in flight", all.seconds(), stroke(), all.inFlight());
    if (inFlight.isKnown()) {
      return chart(
          "clients",
          "In flight",
          "Operations in flight, on average in each interval, and clients without a request.",
          Unit.COUNT,
          "operations, clients",
          List.of(
              inFlight,
              new Line(
                  "without a request", all.seconds(), Strokes.planned(), all.withoutRequest())));
    }
    return all.clients().stream().filter(count -> count.longValue() > 0).distinct().count() > 1
        ? chart(
            "clients",
            "Clients",
            "Clients in each interval.",
            Unit.COUNT,
            "clients",
            List.of(new Line("clients", all.seconds(), stroke(), all.clients())))
        : List.of();
  }

  /** The subject of rates and times, where it is not single operations. */
  private String composites() {
    String composites = Measured.of(result).composites();
    return composites.isEmpty() ? "" : ", of " + composites;
  }

  /** The meaning of vertical lines in all charts. */
  private String uprights() {
    String phases =
        result.phases().size() > 1 ? " Vertical lines mark the start of phases or steps." : "";
    String events =
        marks.haveLines()
            ? " Dashed vertical lines, here and below, are rare events; see Events."
            : "";
    return phases
        + events
        + (faultWindows().isEmpty() ? "" : " Shaded areas, here and below, are fault windows.");
  }

  private List<Chart> response(Track all) {
    List<Line> lines = new ArrayList<>();
    for (int index = 0; index < PERCENTILE_NAMES.size(); index++) {
      lines.add(
          new Line(
              PERCENTILE_NAMES.get(index), all.seconds(), Strokes.part(index), all.micros(index)));
    }
    return chart(
        "response",
        "Response time",
        "Percentiles per interval of operations answered OK"
            + (composites().isEmpty() ? ", all types together" : composites())
            + ", on a logarithmic scale. A gap is an interval without responses."
            + Track.SPREAD,
        Unit.MICROS,
        "response time (log scale)",
        lines);
  }

  private List<Chart> errors(Track all) {
    List<Line> lines = new ArrayList<>();
    all.errorsPerSecond()
        .forEach(
            (kind, values) ->
                lines.add(
                    new Line(kind.name(), all.seconds(), Strokes.part(lines.size()), values)));
    return chart(
        "errors",
        "Errors",
        "Failed operations per second, by kind." + Track.CUT,
        Unit.PER_SECOND,
        "errors per second",
        lines);
  }

  /** Returns what servers, kvbench and their hosts used over time. */
  List<Chart> hosts() {
    List<Chart> charts = new ArrayList<>();
    List<HostTrack> tracks = HostTracks.of(run, origin, origin.plusNanos((long) (end * 1e9)));
    charts.addAll(
        chart(
            "cpu",
            "Processor",
            "CPU of each server and of kvbench (client); 100 % is one core.",
            Unit.CPU_PERCENT,
            "% of a core",
            processes(tracks, track -> track.values(HostColumns.CPU))));
    charts.addAll(
        chart(
            "memory",
            "Memory",
            "Resident memory of each server and of kvbench (client).",
            Unit.BINARY_BYTES,
            "resident memory",
            processes(tracks, track -> track.values(RESIDENT_BYTES.column()))));
    List<HostTrack> servers = tracks.stream().filter(track -> !track.isClient()).toList();
    List<HostTrack> hosts = tracks.stream().filter(HostTrack::first).toList();
    List<Line> disk = new ArrayList<>();
    counters(disk, servers, HostTrack::name, " wrote", WRITTEN_BYTES, " read", READ_BYTES);
    counters(
        disk,
        hosts,
        HostTrack::host,
        " disks: written",
        SECTORS_WRITTEN,
        " disks: read",
        SECTORS_READ);
    charts.addAll(
        chart(
            "disk",
            "Disk",
            "Reads and writes of the servers and of the hosts' disks, per second.",
            Unit.BINARY_BYTES_PER_SECOND,
            "bytes per second",
            disk));
    List<Line> network = new ArrayList<>();
    counters(network, hosts, HostTrack::host, " received", RECEIVED_BYTES, " sent", SENT_BYTES);
    charts.addAll(
        chart(
            "network",
            "Network",
            "All interfaces of each host, including loopback, per second.",
            Unit.BINARY_BYTES_PER_SECOND,
            "bytes per second",
            network));
    return charts;
  }

  /** Adds the growth of two counters of each track, where it is known. */
  private static void counters(
      List<Line> lines,
      List<HostTrack> tracks,
      Function<HostTrack, String> name,
      String one,
      HostMetric first,
      String other,
      HostMetric second) {
    for (HostTrack track : tracks) {
      String who = name.apply(track).equals("local") ? "this machine" : name.apply(track);
      add(lines, who + one, track, first);
      add(lines, who + other, track, second);
    }
  }

  private static void add(List<Line> lines, String name, HostTrack track, HostMetric counter) {
    Stroke stroke = Strokes.part(lines.size());
    Line line = new Line(name, track.seconds(), stroke, track.perSecond(counter));
    if (line.isKnown()) {
      lines.add(line);
    }
  }

  private List<Line> processes(List<HostTrack> tracks, Function<HostTrack, List<Number>> values) {
    List<Line> lines = new ArrayList<>();
    int servers = 0;
    for (HostTrack track : tracks) {
      Stroke stroke = track.isClient() ? Strokes.client() : Strokes.part(servers++);
      lines.add(new Line(track.name(), track.seconds(), stroke, values.apply(track)));
    }
    return lines;
  }

  private List<Chart> chart(
      String id, String title, String note, Unit unit, String words, List<Line> lines) {
    List<Line> known = lines.stream().filter(Line::isKnown).toList();
    return known.isEmpty()
        ? List.of()
        : List.of(new Lines(id, title, note, unit, words, unit == Unit.MICROS, axis, known));
  }

  /** Returns the times of what a run was about by percentile. */
  static List<Chart> percentiles(List<PhaseResult> measured) {
    return Curves.charts(
        "Of operations answered OK; the scale stretches the tail.",
        Curves.of(measured),
        Curves.between(measured, "", 0));
  }

  private List<PhaseRange> phases() {
    return result.phases().stream()
        .map(
            phase ->
                new PhaseRange(
                    Curves.nameOf(phase), at(phase, 0), at(phase, phase.span().wallNanos())))
        .toList();
  }

  /** Returns the place of a time in a phase on the axis. */
  private double at(PhaseResult phase, long phaseNanos) {
    return Track.since(origin, phase.span().startedAt().plusNanos(phaseNanos));
  }

  private List<Span> faultWindows() {
    return result.phases().stream()
        .flatMap(
            phase ->
                phase.incidents().faultWindows().stream()
                    .flatMap(parts -> parts.windows().stream())
                    .map(
                        window ->
                            new Span(at(phase, window.fromNanos()), at(phase, window.toNanos()))))
        .toList();
  }
}
