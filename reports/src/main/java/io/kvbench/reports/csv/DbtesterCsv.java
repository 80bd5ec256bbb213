package io.kvbench.reports.csv;

import static io.kvbench.reports.csv.CsvText.cell;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.series.HostSeries;
import io.kvbench.reports.series.PlotAxis;
import io.kvbench.reports.series.PlotAxis.Group;
import io.kvbench.reports.series.RunSeries;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.text.CellText;
import io.kvbench.results.directory.Csv;
import io.kvbench.results.directory.Csv.Field;
import io.kvbench.results.directory.HostTable;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.PhaseResult.ErrorMessage;
import io.kvbench.results.format.ServerResult;
import io.kvbench.results.host.HostColumns;
import io.kvbench.results.host.HostMetric;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A run in dbtester's files, with its column names. Times are response times of primary operations
 * answered OK in milliseconds. A cell is empty where something is not known, and a second that is
 * missing has a row with nothing but its number.
 */
public final class DbtesterCsv {
  private static final double NANOS = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  /** The columns of samples, those of the older tool and in their order. */
  private static final List<String> SAMPLED =
      Stream.of(
              Stream.of(
                  HostColumns.AT,
                  HostColumns.SECOND,
                  HostColumns.PROGRAM,
                  HostColumns.STATE,
                  HostColumns.PID,
                  HostColumns.PARENT_PID,
                  HostColumns.CPU),
              columns(HostMetric.RESIDENT_BYTES, HostMetric.THREADS),
              columns(HostMetric.VOLUNTARY_SWITCHES, HostMetric.WRITTEN_BYTES),
              columns(HostMetric.LOAD_1, HostMetric.LOAD_15),
              Stream.of(HostColumns.DEVICE),
              columns(HostMetric.READS, HostMetric.WRITE_MILLIS),
              Stream.of(HostColumns.INTERFACE),
              columns(HostMetric.RECEIVED_BYTES, HostMetric.SENT_PACKETS),
              EnumSet.range(HostMetric.VOLUNTARY_SWITCHES, HostMetric.SENT_PACKETS).stream()
                  .map(HostMetric::growthColumn),
              Stream.of(HostColumns.CLIENTS))
          .flatMap(columns -> columns)
          .toList();

  private final RunSeries series;
  private final ComparedRun run;

  private DbtesterCsv(RunSeries series) {
    this.series = series;
    this.run = ComparedRun.of(series.label(), series.run(), List.of());
  }

  /** Returns the files by their names, each line in them ended by {@code \n}. */
  public static Map<String, String> of(RunSeries series) {
    return new DbtesterCsv(series).files();
  }

  private Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("latency-distribution-summary.csv", summary());
    files.put("latency-distribution-percentile.csv", percentiles());
    files.put("latency-distribution-all.csv", distribution());
    files.put(
        "latency-throughput-timeseries.csv",
        Csv.of(AggregatedCsv.clients(series), AggregatedCsv.seconds(series)));
    files.put("latency-by-key-number.csv", byKeys(Metric.MIN, Metric.MEAN, Metric.MAX));
    files.put("server-disk-space-usage-summary.csv", diskSpace());
    files.put(
        "server-memory-by-key.csv",
        byKeys(Metric.MIN_MEMORY, Metric.AVG_MEMORY, Metric.MAX_MEMORY));
    files.put("server-read-bytes-delta-by-key.csv", byKeys(Metric.READ_BYTES));
    files.put("server-write-bytes-delta-by-key.csv", byKeys(Metric.WRITTEN_BYTES));
    Stream.concat(series.nodes().stream().map(HostSeries::stored), series.client().stream())
        .forEach(host -> files.put("system-metrics-" + host.name() + ".csv", samples(host)));
    return files;
  }

  /** The figures in the first row, then the errors of all kinds. */
  private String summary() {
    TimeHistogram times = run.measured().response();
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            cell(run.measured().wallNanos() / NANOS),
            cell(run.measured().okPerSecond()),
            cell(Metric.MAX.inColumn(run.measured())),
            cell(Metric.MIN.inColumn(run.measured())),
            cell(Metric.MEAN.inColumn(run.measured())),
            times.count() == 0 ? "" : cell(times.stddevNanos() / NANOS_PER_MILLI),
            "",
            ""));
    run.errors()
        .forEach(
            (kind, count) -> {
              long told = 0;
              for (ErrorMessage message : run.errorMessages(kind)) {
                rows.add(error(kind + ": " + message.message(), message.count()));
                told += message.count();
              }
              if (told < count) {
                rows.add(error(kind.toString(), count - told));
              }
            });
    return Csv.ofRows(
        List.of(
            "TOTAL-SECONDS",
            "REQUESTS-PER-SECOND",
            "SLOWEST-LATENCY-MS",
            "FASTEST-LATENCY-MS",
            "AVERAGE-LATENCY-MS",
            "STDDEV-LATENCY-MS",
            "ERROR",
            "ERROR-COUNT"),
        rows);
  }

  private static List<String> error(String text, long count) {
    return List.of("", "", "", "", "", "", CsvText.of(text), Long.toString(count));
  }

  private String percentiles() {
    return Csv.of(
        List.of(
            new Field<Metric>("LATENCY-PERCENTILE", Metric::words),
            new Field<Metric>("LATENCY-MS", metric -> cell(metric.inColumn(run.measured())))),
        MetricLists.PERCENTILES);
  }

  /** By the buckets of the histogram: how many took so long, to three digits. */
  private String distribution() {
    List<List<String>> rows = new ArrayList<>();
    run.measured()
        .response()
        .forEachBucket(
            (nanos, count) ->
                rows.add(List.of(cell(nanos / NANOS_PER_MILLI), Long.toString(count))));
    return Csv.ofRows(List.of("LATENCY-MS", "COUNT"), rows);
  }

  private String byKeys(Metric... metrics) {
    List<Field<Group>> columns = new ArrayList<>();
    columns.add(new Field<>(PlotAxis.KEYS.column(), group -> Long.toString(group.x())));
    for (Metric metric : metrics) {
      columns.add(
          new Field<>(
              metric.column(), group -> cell(metric.inColumn(series.during(group.seconds())))));
    }
    return Csv.of(columns, PlotAxis.byKeys(series, PlotAxis.KEYS_APART));
  }

  private String diskSpace() {
    List<ServerResult> servers = series.run().result().cluster().askedServers();
    return Csv.of(
        List.of(
            new Field<Integer>("INDEX", index -> Integer.toString(index + 1)),
            new Field<Integer>(
                "DATABASE-ENDPOINT", index -> CsvText.of(servers.get(index).endpoint())),
            new Field<Integer>(
                "DISK-SPACE-USAGE",
                index ->
                    servers.get(index).diskBytes().isEmpty()
                        ? ""
                        : CellText.summary(Cell.of(servers.get(index).diskBytes(), Unit.BYTES))),
            new Field<Integer>(
                "DISK-SPACE-USAGE-BYTES-NUM", index -> cell(servers.get(index).diskBytes()))),
        IntStream.range(0, servers.size()).boxed().toList());
  }

  private static String samples(HostTable host) {
    return Csv.of(
        SAMPLED.stream()
            .map(
                name ->
                    new Field<HostTable.Sample>(
                        name, sample -> CsvText.ofCell(host.cell(sample, name))))
            .toList(),
        host.samples());
  }

  private static Stream<String> columns(HostMetric first, HostMetric last) {
    return EnumSet.range(first, last).stream().map(HostMetric::column);
  }
}
