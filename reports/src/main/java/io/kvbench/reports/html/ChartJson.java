package io.kvbench.reports.html;

import io.kvbench.reports.document.Chart;
import io.kvbench.reports.document.Chart.Bars;
import io.kvbench.reports.document.Chart.Distribution;
import io.kvbench.reports.document.Chart.Grids;
import io.kvbench.reports.document.Chart.Happenings;
import io.kvbench.reports.document.Chart.Heat;
import io.kvbench.reports.document.Chart.Lines;
import io.kvbench.reports.document.Chart.LoadPoint;
import io.kvbench.reports.document.Chart.OverLoad;
import io.kvbench.reports.document.Chart.OverRuns;
import io.kvbench.reports.document.Chart.Percentiles;
import io.kvbench.reports.document.Chart.Shares;
import io.kvbench.reports.document.Chart.TimeAxis;
import io.kvbench.results.directory.RecordJson;
import io.kvbench.results.figure.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The charts of a page that its script draws, as that script reads them. */
final class ChartJson {
  private final List<List<Number>> times = new ArrayList<>();
  private final Map<List<Number>, Integer> places = new HashMap<>();

  private ChartJson() {}

  /** Returns whether the script draws a chart; others are drawn without it. */
  static boolean isScripted(Chart chart) {
    return !(chart instanceof Bars || chart instanceof Grids || chart instanceof Distribution);
  }

  static String of(List<Chart> charts) {
    return RecordJson.inScript(new ChartJson().all(charts));
  }

  private Map<String, Object> all(List<Chart> charts) {
    TimeAxis axis =
        charts.stream()
            .flatMap(chart -> axis(chart).stream())
            .findFirst()
            .orElse(new TimeAxis(0, List.of(), List.of(), List.of(), List.of()));
    List<Map<String, Object>> drawn = charts.stream().map(this::chart).toList();
    return map(
        "times", times,
        "endSeconds", axis.endSeconds(),
        "phases", axis.phases(),
        "faultWindows", axis.faultWindows(),
        "marks", axis.marks(),
        "rows", axis.rows(),
        "charts", drawn);
  }

  private static Optional<TimeAxis> axis(Chart chart) {
    return switch (chart) {
      case Lines lines -> Optional.of(lines.time());
      case Happenings events -> Optional.of(events.time());
      case Heat heat -> Optional.of(heat.time());
      default -> Optional.empty();
    };
  }

  /** The same times are written once. */
  private int time(List<Number> seconds) {
    return places.computeIfAbsent(
        seconds,
        added -> {
          times.add(added);
          return times.size() - 1;
        });
  }

  private Map<String, Object> chart(Chart chart) {
    Map<String, Object> json = map("id", chart.id(), "title", chart.title(), "note", chart.note());
    switch (chart) {
      case Lines lines -> {
        json.put("kind", "lines");
        json.put("unit", lines.unit());
        json.put("axis", lines.axis());
        json.put("logarithmic", lines.logarithmic());
        json.put(
            "lines",
            lines.lines().stream()
                .map(
                    line ->
                        map(
                            "name", line.name(),
                            "time", time(line.seconds()),
                            "stroke", line.stroke(),
                            "values", line.values()))
                .toList());
      }
      case Happenings events -> {
        json.put("kind", "events");
        json.put("rows", events.time().rows());
      }
      case Heat heat -> {
        json.put("kind", "heat");
        json.put("time", time(heat.seconds()));
        json.put("stroke", heat.stroke());
        json.put("edgesMicros", heat.edgesMicros());
        json.put("widths", heat.widths());
        json.put("columns", heat.columns());
      }
      case Percentiles percentiles -> {
        json.put("kind", "percentiles");
        json.put("curves", percentiles.curves());
      }
      case OverLoad load -> load(load, json);
      case OverRuns runs -> {
        json.put("kind", "runs");
        json.put("unit", runs.unit());
        json.put("names", runs.names());
        json.put("stroke", runs.stroke());
        json.put("values", runs.values());
        json.put("changes", runs.changes());
        json.put("levels", runs.levels());
      }
      case Shares shares -> {
        json.put("kind", "shares");
        json.put("parts", shares.kinds());
        json.put(
            "bars",
            shares.wholes().stream()
                .map(whole -> map("name", whole.name(), "parts", whole.shares()))
                .toList());
      }
      case Bars bars -> throw new IllegalArgumentException(bars.id());
      case Grids grids -> throw new IllegalArgumentException(grids.id());
      case Distribution distribution -> throw new IllegalArgumentException(distribution.id());
    }
    return json;
  }

  private static void load(OverLoad load, Map<String, Object> json) {
    json.put("kind", "loads");
    json.put("unit", load.unit());
    json.put("logarithmic", load.unit() == Unit.MICROS);
    json.put("axis", load.axis());
    json.put("values", load.values());
    json.put("wide", load.isWide());
    json.put("diagonal", load.diagonal());
    json.put("marks", load.marks());
    json.put("kinds", load.kinds());
    json.put(
        "curves",
        load.lines().stream()
            .map(
                line ->
                    map(
                        "name", line.name(),
                        "stroke", line.stroke(),
                        "points",
                            line.points().stream()
                                .flatMap(
                                    point ->
                                        Stream.of(
                                            thousandths(point.load()), rounded(point.value())))
                                .toList(),
                        "kinds", line.points().stream().map(LoadPoint::kind).toList()))
            .toList());
  }

  private static double thousandths(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }

  /** No more digits than can be seen. */
  private static Number rounded(double value) {
    double tenths = Math.round(value * 10) / 10.0;
    return value >= 1_000 || tenths == Math.round(value) ? Math.round(value) : (Number) tenths;
  }

  private static Map<String, Object> map(Object... pairs) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int at = 0; at < pairs.length; at += 2) {
      map.put((String) pairs[at], pairs[at + 1]);
    }
    return map;
  }
}
