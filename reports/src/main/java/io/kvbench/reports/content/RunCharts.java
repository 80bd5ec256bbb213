package io.kvbench.reports.content;

import io.kvbench.core.plan.PhaseName;
import io.kvbench.reports.compare.Measured;
import io.kvbench.reports.content.HostTracks.HostTrack;
import io.kvbench.reports.document.Chart;
import io.kvbench.reports.document.Chart.Curve;
import io.kvbench.reports.document.Chart.Line;
import io.kvbench.reports.document.Chart.Lines;
import io.kvbench.reports.document.Chart.Percentiles;
import io.kvbench.reports.document.Chart.PhaseRange;
import io.kvbench.reports.document.Chart.Span;
import io.kvbench.reports.document.Chart.TimeAxis;
import io.kvbench.reports.document.Stroke;
import io.kvbench.reports.spikes.Spikes;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.FaultWindows;
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
            .mapToDouble(phase -> Track.since(origin, endOf(phase)))
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

  /** Returns the time axis of the charts. */
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
            processes(tracks, track -> track.values(HostMetric.RESIDENT_BYTES.column()))));
    charts.addAll(disk(tracks));
    charts.addAll(network(tracks));
    return charts;
  }

  private List<Chart> disk(List<HostTrack> tracks) {
    List<Line> lines = new ArrayList<>();
    for (HostTrack track : tracks) {
      if (!track.isClient()) {
        add(lines, track, " wrote", track.perSecond(HostMetric.WRITTEN_BYTES));
        add(lines, track, " read", track.perSecond(HostMetric.READ_BYTES));
      }
    }
    for (HostTrack track : firsts(tracks)) {
      add(
          lines,
          track.host(),
          track,
          " disks: written",
          track.perSecond(HostMetric.SECTORS_WRITTEN));
      add(lines, track.host(), track, " disks: read", track.perSecond(HostMetric.SECTORS_READ));
    }
    return chart(
        "disk",
        "Disk",
        "Reads and writes of the servers and of the hosts' disks, per second.",
        Unit.BINARY_BYTES_PER_SECOND,
        "bytes per second",
        lines);
  }

  private List<Chart> network(List<HostTrack> tracks) {
    List<Line> lines = new ArrayList<>();
    for (HostTrack track : firsts(tracks)) {
      add(lines, track.host(), track, " received", track.perSecond(HostMetric.RECEIVED_BYTES));
      add(lines, track.host(), track, " sent", track.perSecond(HostMetric.SENT_BYTES));
    }
    return chart(
        "network",
        "Network",
        "All interfaces of each host, including loopback, per second.",
        Unit.BINARY_BYTES_PER_SECOND,
        "bytes per second",
        lines);
  }

  private static List<HostTrack> firsts(List<HostTrack> tracks) {
    return tracks.stream().filter(HostTrack::first).toList();
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

  private void add(List<Line> lines, HostTrack track, String what, List<Number> values) {
    add(lines, track.name(), track, what, values);
  }

  private void add(
      List<Line> lines, String name, HostTrack track, String what, List<Number> values) {
    String who = name.equals("local") ? "this machine" : name;
    Line line = new Line(who + what, track.seconds(), Strokes.part(lines.size()), values);
    if (line.isKnown()) {
      lines.add(line);
    }
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
    List<Chart> charts = new ArrayList<>();
    List<Curve> curves = Curves.of(measured);
    if (!curves.isEmpty()) {
      charts.add(
          new Percentiles(
              "percentiles",
              "Response time by percentile",
              "Of operations answered OK; the scale stretches the tail." + Curves.ENDS,
              curves));
    }
    List<Curve> between = Curves.between(measured);
    if (!between.isEmpty()) {
      charts.add(Curves.chartOfBetween(between));
    }
    return charts;
  }

  private List<PhaseRange> phases() {
    return result.phases().stream()
        .map(
            phase ->
                new PhaseRange(
                    nameOf(phase),
                    Track.since(origin, phase.span().startedAt()),
                    Track.since(origin, endOf(phase))))
        .toList();
  }

  private List<Span> faultWindows() {
    return result.phases().stream()
        .flatMap(
            phase ->
                phase.incidents().faultWindows().stream()
                    .flatMap(parts -> parts.windows().stream())
                    .map(window -> span(phase.span().startedAt(), window)))
        .toList();
  }

  private Span span(Instant start, FaultWindows.Window window) {
    return new Span(
        Track.since(origin, start.plusNanos(window.fromNanos())),
        Track.since(origin, start.plusNanos(window.toNanos())));
  }

  private static Instant endOf(PhaseResult phase) {
    return phase.span().startedAt().plusNanos(phase.span().wallNanos());
  }

  /** Returns what to call a phase, such as {@code run} or {@code 50 clients}. */
  static String nameOf(PhaseResult phase) {
    if (phase.name() == PhaseName.PROBE) {
      return phase.name() + phase.step().map(step -> " " + step.index()).orElse("");
    }
    return phase.step().isPresent()
        ? Quantities.count(phase.load().clients(), "client")
        : phase.name().toString();
  }
}
