package io.kvbench.reports.content;

import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.content.HostTracks.HostTrack;
import io.kvbench.reports.content.LoadCharts.Named;
import io.kvbench.reports.document.Chart;
import io.kvbench.reports.document.Chart.Curve;
import io.kvbench.reports.document.Chart.Line;
import io.kvbench.reports.document.Chart.Lines;
import io.kvbench.reports.document.Chart.OverLoad;
import io.kvbench.reports.document.Chart.TimeAxis;
import io.kvbench.reports.document.Stroke;
import io.kvbench.reports.run.LoadCurve;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.host.HostColumns;
import io.kvbench.results.host.HostMetric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** The charts of several runs over their measured phases. */
final class ComparisonCharts {
  private static final int MEDIAN = 0;
  private static final int P99 = 2;

  /** A chart that has one line for each run. */
  private enum Kind {
    THROUGHPUT(
        "Throughput over time",
        "Operations answered OK per second; higher is better." + Track.CUT,
        Unit.PER_SECOND,
        "OK per second"),
    MEDIAN(
        Metric.P50.heading(),
        "Per interval, of operations answered OK; lower is better." + Track.SPREAD,
        Unit.MICROS,
        "response time (log scale)"),
    TAIL(
        Metric.P99.heading(),
        "Per interval, of operations answered OK; lower is better." + Track.SPREAD,
        Unit.MICROS,
        "response time (log scale)"),
    ERRORS(
        "Errors",
        "Failed operations per second; lower is better." + Track.CUT,
        Unit.PER_SECOND,
        "errors per second"),
    CPU("Server CPU", "All servers together; 100 % is one core.", Unit.CPU_PERCENT, "% of a core"),
    MEMORY(
        "Server memory", "Resident memory of all servers together.", Unit.BYTES, "resident memory"),
    DISK(
        "Server disk writes",
        "All servers together, per second.",
        Unit.BYTES_PER_SECOND,
        "written per second"),
    NETWORK(
        "Server host network",
        "Received by all server hosts, each counted once, per second.",
        Unit.BYTES_PER_SECOND,
        "received per second");

    private final String title;
    private final String note;
    private final Unit unit;
    private final String axis;

    Kind(String title, String note, Unit unit, String axis) {
      this.title = title;
      this.note = note;
      this.unit = unit;
      this.axis = axis;
    }

    boolean isOfRequests() {
      return this == THROUGHPUT || this == MEDIAN || this == TAIL;
    }
  }

  private final Map<Kind, List<Line>> lines = new EnumMap<>(Kind.class);
  private final List<Function<TimeAxis, Optional<Chart>>> heats = new ArrayList<>();
  private final List<Curve> curves = new ArrayList<>();
  private final List<Named> loads = new ArrayList<>();
  private final List<Curve> between = new ArrayList<>();
  private final EventMarks marks = new EventMarks();
  private double end;

  private ComparisonCharts() {}

  /** The charts by their horizontal axes: loads, time, and neither. */
  record Charts(List<OverLoad> overLoad, List<Chart> overTime, List<Chart> others) {}

  /** Returns the charts of runs that were read with {@link IntervalTrack#READING}. */
  static Charts of(Comparison comparison) {
    ComparisonCharts charts = new ComparisonCharts();
    List<Stroke> strokes =
        Strokes.runs(comparison.runs().stream().map(run -> run.result().system().name()).toList());
    for (int index = 0; index < strokes.size(); index++) {
      charts.add(comparison.runs().get(index), strokes.get(index));
    }
    return charts.charts(comparison);
  }

  private void add(ComparedRun run, Stroke stroke) {
    if (run.measured().response().count() > 0) {
      curves.add(Curves.curve(run.label(), stroke, run.measured().response()));
    }
    between.addAll(Curves.between(run.measured().phases(), run.label() + ": ", between.size()));
    List<PhaseResult> measured = run.measured().phases();
    LoadCurve.ofSteps(measured)
        .ifPresent(curve -> loads.add(new Named(run.label(), stroke, curve)));
    if (measured.isEmpty()) {
      return;
    }
    Instant origin = measured.getFirst().span().startedAt();
    PhaseResult last = measured.getLast();
    double seconds =
        Track.since(origin, last.span().startedAt().plusNanos(last.span().wallNanos()));
    end = Math.max(end, seconds);
    String name = last.name().toString();
    Track track = Track.of(run.stored(), each -> each.phase().equals(name), origin);
    List<Number> time = track.seconds();
    add(Kind.THROUGHPUT, new Line(run.label(), time, stroke, track.okPerSecond()));
    add(Kind.MEDIAN, new Line(run.label(), time, stroke, track.micros(MEDIAN)));
    add(Kind.TAIL, new Line(run.label(), time, stroke, track.micros(P99)));
    if (run.result().phases().stream().anyMatch(phase -> phase.errorCount() > 0)) {
      add(Kind.ERRORS, new Line(run.label(), time, stroke, track.allErrorsPerSecond()));
    }
    String id = "heat-map-" + (heats.size() + 1);
    heats.add(
        axis ->
            track.heat(
                id,
                "Latency heat map: " + run.label(),
                "Number of operations by latency over time; darker means more.",
                axis,
                stroke));
    marks.add(run.result(), run.label() + ": ", stroke, origin, seconds);
    hosts(run, origin, seconds, stroke);
  }

  private void hosts(ComparedRun run, Instant origin, double seconds, Stroke stroke) {
    List<HostTrack> servers =
        HostTracks.of(run.stored(), origin, origin.plusNanos((long) (seconds * 1e9))).stream()
            .filter(track -> !track.isClient())
            .toList();
    if (servers.isEmpty()) {
      return;
    }
    Map<String, HostTrack> byHost = new LinkedHashMap<>();
    servers.forEach(server -> byHost.putIfAbsent(server.host(), server));
    List<HostTrack> onePerHost = List.copyOf(byHost.values());
    String memory = HostMetric.RESIDENT_BYTES.column();
    Sum sum = new Sum(run.label(), stroke);
    add(Kind.CPU, sum.of(servers, track -> track.values(HostColumns.CPU)));
    add(Kind.MEMORY, sum.of(servers, track -> track.values(memory)));
    add(Kind.DISK, sum.of(servers, track -> track.perSecond(HostMetric.WRITTEN_BYTES)));
    add(Kind.NETWORK, sum.of(onePerHost, track -> track.perSecond(HostMetric.RECEIVED_BYTES)));
  }

  private void add(Kind kind, Line line) {
    if (line.isKnown()) {
      lines.computeIfAbsent(kind, none -> new ArrayList<>()).add(line);
    }
  }

  private Charts charts(Comparison comparison) {
    TimeAxis axis = new TimeAxis(end, List.of(), List.of(), marks.marks(), marks.rows());
    List<Chart> overTime = new ArrayList<>();
    String composites =
        comparison.runs().stream()
            .map(run -> run.measured().composites())
            .filter(names -> !names.isEmpty())
            .distinct()
            .collect(Collectors.joining(", "));
    String requests = composites.isEmpty() ? "" : " Of " + composites + ", one for each request.";
    lines.forEach(
        (kind, known) -> {
          String id = kind.name().toLowerCase(Locale.ROOT);
          String of = kind.isOfRequests() ? requests : "";
          overTime.add(
              new Lines(
                  id,
                  kind.title,
                  kind.note + of,
                  kind.unit,
                  kind.axis,
                  kind.unit == Unit.MICROS,
                  axis,
                  known));
        });
    if (!marks.areEmpty()) {
      overTime.add(marks.chart(axis));
    }
    heats.forEach(heat -> heat.apply(axis).ifPresent(overTime::add));
    List<Chart> others =
        new ArrayList<>(
            Curves.charts(
                "All operations of a run that were answered OK, together; lower is better."
                    + requests,
                curves,
                between));
    ClientShares shares = new ClientShares();
    comparison
        .runs()
        .forEach(run -> shares.add(run.label(), run.label(), run.measured().clientTime()));
    others.addAll(shares.chart());
    return new Charts(LoadCharts.of(loads), overTime, others);
  }

  /** The sum of a figure of several servers; a gap where one of them is missing. */
  private record Sum(String name, Stroke stroke) {
    /** Samples further apart than this are not of the same moment. */
    private static final double SAME_MOMENT_SECONDS = 0.5;

    /** Returns the line of several servers, sampled at about the same times as the first one. */
    Line of(List<HostTrack> servers, Function<HostTrack, List<Number>> figure) {
      List<Number> seconds = servers.getFirst().seconds();
      double[] sums =
          figure.apply(servers.getFirst()).stream().mapToDouble(Number::doubleValue).toArray();
      servers.stream()
          .skip(1)
          .forEach(server -> add(sums, seconds, server.seconds(), figure.apply(server)));
      return new Line(
          name, seconds, stroke, DoubleStream.of(sums).mapToObj(Track::rounded).toList());
    }

    private static void add(
        double[] sums, List<Number> seconds, List<Number> otherSeconds, List<Number> values) {
      int other = 0;
      for (int row = 0; row < sums.length; row++) {
        double at = seconds.get(row).doubleValue();
        while (other + 1 < values.size()
            && distance(otherSeconds, other + 1, at) <= distance(otherSeconds, other, at)) {
          other++;
        }
        double value =
            values.isEmpty() || distance(otherSeconds, other, at) > SAME_MOMENT_SECONDS
                ? Chart.ABSENT
                : values.get(other).doubleValue();
        sums[row] = value < 0 || sums[row] < 0 ? Chart.ABSENT : sums[row] + value;
      }
    }

    private static double distance(List<Number> seconds, int row, double at) {
      return Math.abs(seconds.get(row).doubleValue() - at);
    }
  }
}
