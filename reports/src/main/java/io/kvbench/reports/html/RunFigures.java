package io.kvbench.reports.html;

import io.kvbench.core.plan.PhaseName;
import io.kvbench.reports.compare.Measured;
import io.kvbench.reports.html.Figures.Bar;
import io.kvbench.reports.html.Figures.Chart;
import io.kvbench.reports.html.Figures.Line;
import io.kvbench.reports.html.Figures.Lines;
import io.kvbench.reports.html.Figures.Percentiles;
import io.kvbench.reports.html.Figures.Phase;
import io.kvbench.reports.html.Figures.Span;
import io.kvbench.reports.html.Figures.Stroke;
import io.kvbench.reports.html.HostTracks.HostTrack;
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

/** The figures of one run: all of its phases on one time axis. */
final class RunFigures {
  private static final List<String> PERCENTILE_NAMES = List.of("p50", "p90", "p99", "p99.9", "max");

  private final StoredRun run;
  private final Optional<Spikes> spikes;
  private final RunResult result;
  private final Instant origin;
  private final double end;
  private final Axis axis = new Axis();
  private final List<Chart> charts = new ArrayList<>();
  private final EventMarks marks = new EventMarks();

  private RunFigures(StoredRun run, Optional<Spikes> spikes) {
    this.run = run;
    this.spikes = spikes;
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
  }

  /**
   * Returns the figures of a run that was read with {@link
   * io.kvbench.results.directory.IntervalTrack#READING}.
   *
   * @param spikes its spikes, if they are known
   * @throws ResultFormatException if its files are damaged
   */
  static Figures of(StoredRun run, Optional<Spikes> spikes) throws ResultFormatException {
    return new RunFigures(run, spikes).figures();
  }

  private Figures figures() throws ResultFormatException {
    Stroke stroke = Strokes.system(result.system().name());
    marks.add(result, "", stroke, origin, end);
    spikes.ifPresent(all -> marks.add(all, stroke, origin));
    if (run.intervals().stream().anyMatch(interval -> interval.count() > 0)) {
      Track track = Track.of(run, interval -> true, origin);
      throughput(track);
      response(track);
      charts.addAll(MixTracks.charts(run, axis, origin));
      errors(track);
      if (!marks.areEmpty()) {
        charts.add(marks.chart());
      }
      track
          .heat(
              "heat-map",
              "Latency heat map",
              "Number of operations by latency over time; darker means more. The colour scale is"
                  + " logarithmic too, so that rare slow operations stay visible.",
              axis.add(track.seconds()),
              Strokes.system(result.system().name()))
          .ifPresent(charts::add);
    }
    hosts();
    List<PhaseResult> measured = PhaseResult.measured(result.phases());
    percentiles(measured);
    List<Bar> bars =
        measured.stream()
            .filter(phase -> phase.client().clientTime().totalNanos() > 0)
            .map(phase -> ClientShares.bar(nameOf(phase), phase.client().clientTime()))
            .toList();
    if (!bars.isEmpty()) {
      charts.add(ClientShares.chart(bars));
    }
    return new Figures(axis.times(), end, phases(), faultWindows(), marks.marks(), charts);
  }

  private void throughput(Track track) {
    int time = axis.add(track.seconds());
    Stroke stroke = Strokes.system(result.system().name());
    Line offered = new Line("offered", time, Strokes.planned(), track.offeredPerSecond());
    Line ok = new Line("OK", time, stroke, track.okPerSecond());
    charts.add(
        Lines.of(
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
            offered.isKnown() ? List.of(ok, offered) : List.of(ok)));
    clients(track, time, stroke);
  }

  /** Files of earlier versions have numbers of clients only. */
  private void clients(Track track, int time, Stroke stroke) {
    Line inFlight = new Line("in flight", time, stroke, track.inFlight());
    if (inFlight.isKnown()) {
      charts.add(
          Lines.of(
              "clients",
              "In flight",
              "Operations in flight, on average in each interval, and clients without a request.",
              Unit.COUNT,
              List.of(
                  inFlight,
                  new Line("without a request", time, Strokes.planned(), track.withoutRequest()))));
    } else if (track.clients().stream().filter(count -> count.longValue() > 0).distinct().count()
        > 1) {
      charts.add(
          Lines.of(
              "clients",
              "Clients",
              "Clients in each interval.",
              Unit.COUNT,
              List.of(new Line("clients", time, stroke, track.clients()))));
    }
  }

  /** What rates and times are of, where it is not single operations. */
  private String composites() {
    String composites = Measured.of(result).composites();
    return composites.isEmpty() ? "" : ", of " + composites;
  }

  /** What upright lines in all charts mean. */
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

  private void response(Track track) {
    List<Line> lines = new ArrayList<>();
    for (int index = 0; index < PERCENTILE_NAMES.size(); index++) {
      lines.add(
          new Line(
              PERCENTILE_NAMES.get(index),
              axis.add(track.seconds()),
              Strokes.part(index),
              track.micros(index)));
    }
    chart(
        "response",
        "Response time",
        "Percentiles per interval of operations answered OK"
            + (composites().isEmpty() ? ", all types together" : composites())
            + ", on a logarithmic scale. A gap is an interval without responses."
            + Track.SPREAD,
        Unit.MICROS,
        lines);
  }

  private void errors(Track track) {
    int time = axis.add(track.seconds());
    List<Line> lines = new ArrayList<>();
    track
        .errorsPerSecond()
        .forEach(
            (kind, values) ->
                lines.add(new Line(kind.name(), time, Strokes.part(lines.size()), values)));
    if (!lines.isEmpty()) {
      charts.add(
          Lines.of(
              "errors",
              "Errors",
              "Failed operations per second, by kind." + Track.CUT,
              Unit.PER_SECOND,
              lines));
    }
  }

  private void hosts() {
    List<HostTrack> tracks = HostTracks.of(run, origin, origin.plusNanos((long) (end * 1e9)));
    chart(
        "cpu",
        "Processor",
        "CPU of each server and of kvbench (client); 100 % is one core.",
        Unit.CPU_PERCENT,
        processes(tracks, track -> track.values(HostColumns.CPU)));
    chart(
        "memory",
        "Memory",
        "Resident memory of each server and of kvbench (client).",
        Unit.BINARY_BYTES,
        processes(tracks, track -> track.values(HostMetric.RESIDENT_BYTES.column())));
    disk(tracks);
    network(tracks);
  }

  private void disk(List<HostTrack> tracks) {
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
    chart(
        "disk",
        "Disk",
        "Reads and writes of the servers and of the hosts' disks, per second.",
        Unit.BINARY_BYTES_PER_SECOND,
        lines);
  }

  private void network(List<HostTrack> tracks) {
    List<Line> lines = new ArrayList<>();
    for (HostTrack track : firsts(tracks)) {
      add(lines, track.host(), track, " received", track.perSecond(HostMetric.RECEIVED_BYTES));
      add(lines, track.host(), track, " sent", track.perSecond(HostMetric.SENT_BYTES));
    }
    chart(
        "network",
        "Network",
        "All interfaces of each host, including loopback, per second.",
        Unit.BINARY_BYTES_PER_SECOND,
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
      lines.add(new Line(track.name(), axis.add(track.seconds()), stroke, values.apply(track)));
    }
    return lines;
  }

  private void add(List<Line> lines, HostTrack track, String what, List<Number> values) {
    add(lines, track.name(), track, what, values);
  }

  private void add(
      List<Line> lines, String name, HostTrack track, String what, List<Number> values) {
    String who = name.equals("local") ? "this machine" : name;
    Line line = new Line(who + what, axis.add(track.seconds()), Strokes.part(lines.size()), values);
    if (line.isKnown()) {
      lines.add(line);
    }
  }

  private void chart(String id, String title, String note, Unit unit, List<Line> lines) {
    List<Line> known = lines.stream().filter(Line::isKnown).toList();
    if (!known.isEmpty()) {
      charts.add(Lines.of(id, title, note, unit, known));
    }
  }

  private void percentiles(List<PhaseResult> measured) {
    List<Figures.Curve> between = Curves.between(measured);
    if (!between.isEmpty()) {
      charts.add(Curves.chartOfBetween(between));
    }
    List<Figures.Curve> curves = Curves.of(measured);
    if (!curves.isEmpty()) {
      charts.add(
          Percentiles.of(
              "percentiles",
              "Response time by percentile",
              "Of operations answered OK; the scale stretches the tail." + Curves.ENDS,
              curves));
    }
  }

  private List<Phase> phases() {
    return result.phases().stream()
        .map(
            phase ->
                new Phase(
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
