package io.kvbench.reports.html;

import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.html.Figures.Chart;
import io.kvbench.reports.html.Figures.Curve;
import io.kvbench.reports.html.Figures.Line;
import io.kvbench.reports.html.Figures.Lines;
import io.kvbench.reports.html.Figures.Percentiles;
import io.kvbench.reports.html.Figures.Stroke;
import io.kvbench.reports.html.HostTracks.HostTrack;
import io.kvbench.reports.html.LoadCharts.Named;
import io.kvbench.reports.run.LoadCurve;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.StoredInterval;
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
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The figures of several runs: what each was about, from its beginning. */
final class ComparisonFigures {
  private static final int MEDIAN = 0;
  private static final int P99 = 2;

  /** A chart that has one line for each run. */
  private enum Kind {
    THROUGHPUT("Throughput", "Operations answered OK per second." + Track.CUT, Unit.PER_SECOND),
    MEDIAN(
        Metric.P50.heading(),
        "Per interval, of operations answered OK." + Track.SPREAD,
        Unit.MICROS),
    TAIL(
        Metric.P99.heading(),
        "Per interval, of operations answered OK." + Track.SPREAD,
        Unit.MICROS),
    ERRORS("Errors", "Failed operations per second." + Track.CUT, Unit.PER_SECOND),
    CPU("Server CPU", "All servers together; 100 % is one core.", Unit.CPU_PERCENT),
    MEMORY("Server memory", "Resident memory of all servers together.", Unit.BYTES),
    DISK("Server disk writes", "All servers together, per second.", Unit.BYTES_PER_SECOND),
    NETWORK(
        "Server host network",
        "Received by all server hosts, each counted once, per second.",
        Unit.BYTES_PER_SECOND);

    private final String title;
    private final String note;
    private final Unit unit;

    Kind(String title, String note, Unit unit) {
      this.title = title;
      this.note = note;
      this.unit = unit;
    }

    boolean isOfRequests() {
      return this == THROUGHPUT || this == MEDIAN || this == TAIL;
    }
  }

  private final Axis axis = new Axis();
  private final Map<Kind, List<Line>> lines = new EnumMap<>(Kind.class);
  private final List<Chart> heats = new ArrayList<>();
  private final List<Curve> curves = new ArrayList<>();
  private final List<Named> loads = new ArrayList<>();
  private final List<Curve> between = new ArrayList<>();
  private final EventMarks marks = new EventMarks();
  private double end;

  private ComparisonFigures() {}

  /** Returns the figures of runs that were read with {@link IntervalTrack#READING}. */
  static Figures of(Comparison comparison) {
    ComparisonFigures figures = new ComparisonFigures();
    List<Stroke> strokes =
        Strokes.runs(comparison.runs().stream().map(run -> run.result().system().name()).toList());
    for (int index = 0; index < strokes.size(); index++) {
      figures.add(comparison.runs().get(index), strokes.get(index));
    }
    return figures.figures(comparison);
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
    Track track = Track.of(run.stored(), isOf(measured), origin);
    int time = axis.add(track.seconds());
    add(Kind.THROUGHPUT, new Line(run.label(), time, stroke, track.okPerSecond()));
    add(Kind.MEDIAN, new Line(run.label(), time, stroke, track.micros(MEDIAN)));
    add(Kind.TAIL, new Line(run.label(), time, stroke, track.micros(P99)));
    if (run.result().phases().stream().anyMatch(phase -> phase.errorCount() > 0)) {
      add(Kind.ERRORS, new Line(run.label(), time, stroke, track.allErrorsPerSecond()));
    }
    track
        .heat(
            "heat-map-" + (heats.size() + 1),
            "Latency heat map: " + run.label(),
            "Number of operations by latency over time; darker means more.",
            time,
            stroke)
        .ifPresent(heats::add);
    marks.add(run.result(), run.label() + ": ", stroke, origin, seconds);
    hosts(run, origin, seconds, stroke);
  }

  private static Predicate<StoredInterval> isOf(List<PhaseResult> measured) {
    String name = measured.getFirst().name().toString();
    return interval -> interval.phase().equals(name);
  }

  private void hosts(ComparedRun run, Instant origin, double seconds, Stroke stroke) {
    List<HostTrack> servers =
        HostTracks.of(run.stored(), origin, origin.plusNanos((long) (seconds * 1e9))).stream()
            .filter(track -> !track.isClient())
            .toList();
    sum(Kind.CPU, run, servers, stroke, track -> track.values(HostColumns.CPU));
    sum(
        Kind.MEMORY,
        run,
        servers,
        stroke,
        track -> track.values(HostMetric.RESIDENT_BYTES.column()));
    sum(Kind.DISK, run, servers, stroke, track -> track.perSecond(HostMetric.WRITTEN_BYTES));
    sum(
        Kind.NETWORK,
        run,
        onePerHost(servers),
        stroke,
        track -> track.perSecond(HostMetric.RECEIVED_BYTES));
  }

  private static List<HostTrack> onePerHost(List<HostTrack> servers) {
    Map<String, HostTrack> byHost = new LinkedHashMap<>();
    servers.forEach(server -> byHost.putIfAbsent(server.host(), server));
    return List.copyOf(byHost.values());
  }

  private void sum(
      Kind kind,
      ComparedRun run,
      List<HostTrack> servers,
      Stroke stroke,
      Function<HostTrack, List<Number>> figure) {
    if (servers.isEmpty()) {
      return;
    }
    HostTrack first = servers.getFirst();
    SumLine together = new SumLine(first.seconds(), figure.apply(first));
    servers.stream()
        .skip(1)
        .forEach(server -> together.add(server.seconds(), figure.apply(server)));
    add(kind, new Line(run.label(), axis.add(together.seconds()), stroke, together.values()));
  }

  private void add(Kind kind, Line line) {
    if (line.isKnown()) {
      lines.computeIfAbsent(kind, none -> new ArrayList<>()).add(line);
    }
  }

  private Figures figures(Comparison comparison) {
    List<Chart> charts = new ArrayList<>(LoadCharts.of(loads));
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
          charts.add(Lines.of(id, kind.title, kind.note + of, kind.unit, known));
        });
    if (!marks.areEmpty()) {
      charts.add(marks.chart());
    }
    charts.addAll(heats);
    if (!between.isEmpty()) {
      charts.add(Curves.chartOfBetween(between));
    }
    if (!curves.isEmpty()) {
      charts.add(
          Percentiles.of(
              "percentiles",
              "Response time by percentile",
              "All operations of a run that were answered OK, together." + requests + Curves.ENDS,
              curves));
    }
    List<Figures.Bar> bars =
        comparison.runs().stream()
            .filter(run -> run.measured().clientTime().totalNanos() > 0)
            .map(run -> ClientShares.bar(run.label(), run.measured().clientTime()))
            .toList();
    if (!bars.isEmpty()) {
      charts.add(ClientShares.chart(bars));
    }
    return new Figures(axis.times(), end, List.of(), List.of(), marks.marks(), charts);
  }

  /** The sum of a figure of several servers; a gap where one of them is missing. */
  private static final class SumLine {
    /** Samples further apart than this are not of the same moment. */
    private static final double SAME_MOMENT_SECONDS = 0.5;

    private final List<Number> seconds;
    private final double[] sums;

    /** Begins with the times and values of the first server. */
    SumLine(List<Number> seconds, List<Number> values) {
      this.seconds = List.copyOf(seconds);
      this.sums = values.stream().mapToDouble(Number::doubleValue).toArray();
    }

    /** Adds those of another one, sampled at about the same times. */
    void add(List<Number> otherSeconds, List<Number> values) {
      int other = 0;
      for (int row = 0; row < sums.length; row++) {
        double at = seconds.get(row).doubleValue();
        while (other + 1 < values.size()
            && distance(otherSeconds, other + 1, at) <= distance(otherSeconds, other, at)) {
          other++;
        }
        double value =
            values.isEmpty() || distance(otherSeconds, other, at) > SAME_MOMENT_SECONDS
                ? Figures.ABSENT
                : values.get(other).doubleValue();
        sums[row] = value < 0 || sums[row] < 0 ? Figures.ABSENT : sums[row] + value;
      }
    }

    private static double distance(List<Number> seconds, int row, double at) {
      return Math.abs(seconds.get(row).doubleValue() - at);
    }

    List<Number> seconds() {
      return seconds;
    }

    List<Number> values() {
      List<Number> values = new ArrayList<>();
      for (double sum : sums) {
        values.add(Figures.rounded(sum));
      }
      return values;
    }
  }
}
