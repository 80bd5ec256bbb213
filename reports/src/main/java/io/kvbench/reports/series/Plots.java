package io.kvbench.reports.series;

import io.kvbench.reports.series.Plot.Line;
import io.kvbench.reports.series.Plot.Point;
import io.kvbench.reports.series.PlotAxis.Group;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Population;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Every plot that dbtester has, of any number of runs. */
public final class Plots {
  private static final List<Metric> SINGLE =
      List.of(
          Metric.MEAN,
          Metric.THROUGHPUT,
          Metric.VOLUNTARY_SWITCHES,
          Metric.INVOLUNTARY_SWITCHES,
          Metric.AVG_CPU,
          Metric.MAX_CPU,
          Metric.AVG_MEMORY,
          Metric.READS,
          Metric.SECTORS_READ,
          Metric.WRITES,
          Metric.SECTORS_WRITTEN,
          Metric.READ_BYTES,
          Metric.WRITTEN_BYTES,
          Metric.RECEIVED_BYTES,
          Metric.SENT_BYTES);
  private static final List<Metric> BY_KEYS =
      List.of(Metric.MEAN, Metric.AVG_MEMORY, Metric.READ_BYTES, Metric.WRITTEN_BYTES);

  private final String title;
  private final List<RunSeries> runs;
  private final List<Plot> plots = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();

  private Plots(String title, List<RunSeries> runs) {
    this.title = title;
    this.runs = runs;
  }

  /**
   * The plots with data, and the names of those without.
   *
   * @param plots those of which at least one run has something
   * @param missing the names of the others
   */
  public record Found(List<Plot> plots, List<String> missing) {
    public Found {
      plots = List.copyOf(plots);
      missing = List.copyOf(missing);
    }
  }

  public static Found of(String title, List<RunSeries> runs) {
    Plots plots = new Plots(title, runs);
    plots.overSeconds();
    plots.overKeys();
    if (runs.stream().anyMatch(run -> !PlotAxis.byClients(run).isEmpty())) {
      plots.overClients();
    }
    return new Found(plots.plots, plots.missing);
  }

  private void overSeconds() {
    for (Metric metric : SINGLE) {
      add(
          Shape.of(metric.column(), PlotAxis.SECONDS, metric),
          run -> PlotAxis.bySeconds(run, isOfServers(metric) ? run.samplePeriod() : 1));
    }
  }

  private void overKeys() {
    long apart = PlotAxis.keysApart(runs);
    Function<RunSeries, List<Group>> groups = run -> PlotAxis.byKeys(run, apart);
    for (Metric metric : BY_KEYS) {
      String name = metric.column() + "-BY-KEY";
      add(Shape.of(name, PlotAxis.KEYS, metric), groups);
    }
    add(
        new Shape(
            "AVG-LATENCY-MS-BY-KEY-ERROR-POINTS",
            PlotAxis.KEYS,
            Metric.MEAN,
            Optional.of(Metric.MIN),
            Optional.of(Metric.MAX)),
        groups);
    add(
        new Shape(
            "AVG-VMRSS-MB-BY-KEY-ERROR-POINTS",
            PlotAxis.KEYS,
            Metric.AVG_MEMORY,
            Optional.of(Metric.MIN_MEMORY),
            Optional.of(Metric.MAX_MEMORY)),
        groups);
  }

  private void overClients() {
    for (Metric metric : SINGLE) {
      String name = metric.column() + "-BY-CLIENT-NUM";
      add(Shape.of(name, PlotAxis.CLIENTS, metric), PlotAxis::byClients);
    }
  }

  private record Shape(
      String name, PlotAxis axis, Metric metric, Optional<Metric> low, Optional<Metric> high) {
    static Shape of(String name, PlotAxis axis, Metric metric) {
      return new Shape(name, axis, metric, Optional.empty(), Optional.empty());
    }
  }

  private void add(Shape shape, Function<RunSeries, List<Group>> groups) {
    List<Line> lines = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    List<List<Event>> events = new ArrayList<>();
    List<String> cuts = new ArrayList<>();
    for (int place = 0; place < runs.size(); place++) {
      RunSeries run = runs.get(place);
      Line line = line(place, run, shape, groups.apply(run));
      if (line.isKnown()) {
        lines.add(line);
        events.add(shape.axis == PlotAxis.SECONDS ? run.events() : List.of());
        cuts.addAll(shape.axis == PlotAxis.SECONDS ? run.cutEvents() : List.of());
      } else {
        unknown.add(run.label());
      }
    }
    if (lines.isEmpty()) {
      missing.add(shape.name);
    } else {
      plots.add(
          new Plot(
              shape.name,
              title,
              shape.axis,
              shape.metric,
              shape.low,
              shape.high,
              lines,
              shape.metric == Metric.THROUGHPUT && shape.axis == PlotAxis.SECONDS
                  ? planned(groups)
                  : List.of(),
              unknown,
              events,
              cuts,
              runs.stream().flatMap(run -> run.notes().stream()).toList()));
    }
  }

  /** Runs with the same load model share a line, that of the longest. */
  private List<Line> planned(Function<RunSeries, List<Group>> groups) {
    Shape offered = Shape.of("", PlotAxis.SECONDS, Metric.OFFERED);
    Map<List<String>, Line> lines = new LinkedHashMap<>();
    for (int place = 0; place < runs.size(); place++) {
      RunSeries run = runs.get(place);
      Line line = line(place, run, offered, groups.apply(run));
      if (line.isKnown()) {
        lines.merge(
            run.phases().stream().map(phase -> phase.load().loadModel()).distinct().toList(),
            line,
            (one, other) -> other.points().size() > one.points().size() ? other : one);
      }
    }
    return List.copyOf(lines.values());
  }

  private static Line line(int place, RunSeries run, Shape shape, List<Group> groups) {
    List<Point> points =
        groups.stream()
            .map(
                group ->
                    new Point(
                        group.x(),
                        startsAnew(run, shape, group),
                        shape.metric.inColumn(run.during(group.seconds())),
                        of(shape.low, run, group),
                        of(shape.high, run, group)))
            .toList();
    return new Line(place, run.label(), run.system(), points);
  }

  /** Servers have to be sampled for such a figure. */
  private static boolean isOfServers(Metric metric) {
    return metric.population() == Population.SERVERS;
  }

  /** Servers are sampled between the steps of a run too; of its clients nothing is known there. */
  private static boolean startsAnew(RunSeries run, Shape shape, Group group) {
    return shape.axis == PlotAxis.SECONDS
        && !isOfServers(shape.metric)
        && run.in(group.seconds()).stream().anyMatch(Second::startsAnew);
  }

  private static OptionalDouble of(Optional<Metric> metric, RunSeries run, Group group) {
    return metric
        .map(each -> each.inColumn(run.during(group.seconds())))
        .orElseGet(OptionalDouble::empty);
  }
}
