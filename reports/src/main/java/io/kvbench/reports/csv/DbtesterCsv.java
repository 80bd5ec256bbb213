package io.kvbench.reports.csv;

import static io.kvbench.reports.csv.CsvFile.cell;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.series.Axis;
import io.kvbench.reports.series.Axis.Group;
import io.kvbench.reports.series.HostSeries;
import io.kvbench.reports.series.RunSeries;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.text.CellText;
import io.kvbench.results.directory.HostTable;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.PhaseResult.ErrorMessage;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.ServerResult;
import io.kvbench.results.host.HostColumns;
import io.kvbench.results.host.HostMetric;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A run in dbtester's files, with its column names. Times are response times of primary operations
 * answered OK in milliseconds. A cell is empty where something is not known, and a second that is
 * missing has a row with nothing but its number.
 */
public final class DbtesterCsv {
  private static final double NANOS = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final List<String> SYSTEM_METRICS = systemMetrics();

  private final RunSeries series;
  private final ComparedRun run;
  private final Map<String, String> files = new LinkedHashMap<>();

  private DbtesterCsv(RunSeries series) {
    this.series = series;
    this.run = ComparedRun.of(series.label(), series.run(), List.of());
  }

  /** Returns the files by their names, each line in them ended by {@code \n}. */
  public static Map<String, String> of(RunSeries series) {
    return new DbtesterCsv(series).files();
  }

  private Map<String, String> files() {
    files.put("latency-distribution-summary.csv", summary());
    files.put("latency-distribution-percentile.csv", percentiles());
    files.put("latency-distribution-all.csv", distribution());
    files.put("latency-throughput-timeseries.csv", timeseries());
    files.put("latency-by-key-number.csv", byKeys(Metric.MIN, Metric.MEAN, Metric.MAX));
    files.put("server-disk-space-usage-summary.csv", diskSpace());
    files.put(
        "server-memory-by-key.csv",
        byKeys(Metric.MIN_MEMORY, Metric.AVG_MEMORY, Metric.MAX_MEMORY));
    files.put("server-read-bytes-delta-by-key.csv", byKeys(Metric.READ_BYTES));
    files.put("server-write-bytes-delta-by-key.csv", byKeys(Metric.WRITTEN_BYTES));
    series.nodes().stream().map(HostSeries::stored).forEach(this::system);
    series.client().ifPresent(this::system);
    return files;
  }

  /** The figures in the first row, then the errors of all kinds. */
  private String summary() {
    CsvFile csv =
        new CsvFile(
            List.of(
                "TOTAL-SECONDS",
                "REQUESTS-PER-SECOND",
                "SLOWEST-LATENCY-MS",
                "FASTEST-LATENCY-MS",
                "AVERAGE-LATENCY-MS",
                "STDDEV-LATENCY-MS",
                "ERROR",
                "ERROR-COUNT"));
    TimeHistogram times = run.measured().response();
    csv.line(
        List.of(
            cell(run.measured().wallNanos() / NANOS),
            cell(run.measured().okPerSecond()),
            cell(Metric.MAX.inColumn(run.measured())),
            cell(Metric.MIN.inColumn(run.measured())),
            cell(Metric.MEAN.inColumn(run.measured())),
            times.count() == 0 ? "" : cell(times.stddevNanos() / NANOS_PER_MILLI),
            "",
            ""));
    run.errors().forEach((kind, count) -> errors(csv, kind, count));
    return csv.text();
  }

  private void errors(CsvFile csv, ErrorKind kind, long count) {
    long told = 0;
    for (ErrorMessage message : run.errorMessages(kind)) {
      error(csv, kind + ": " + message.message(), message.count());
      told += message.count();
    }
    if (told < count) {
      error(csv, kind.toString(), count - told);
    }
  }

  private static void error(CsvFile csv, String text, long count) {
    csv.line(List.of("", "", "", "", "", "", CsvText.of(text), Long.toString(count)));
  }

  private String percentiles() {
    CsvFile csv = new CsvFile(List.of("LATENCY-PERCENTILE", "LATENCY-MS"));
    for (Metric metric : EnumSet.range(Metric.P10, Metric.P999)) {
      csv.line(List.of(metric.words(), cell(metric.inColumn(run.measured()))));
    }
    return csv.text();
  }

  /** By the buckets of the histogram: how many took so long, to three digits. */
  private String distribution() {
    CsvFile csv = new CsvFile(List.of("LATENCY-MS", "COUNT"));
    run.measured()
        .response()
        .forEachBucket(
            (nanos, count) ->
                csv.line(List.of(cell(nanos / NANOS_PER_MILLI), Long.toString(count))));
    return csv.text();
  }

  private String timeseries() {
    CsvFile csv = new CsvFile(join(List.of("UNIX-SECOND"), SecondCells.CLIENT));
    for (int second : SecondCells.numbers(series)) {
      csv.line(
          join(
              List.of(SecondCells.unixSecond(series, second)),
              SecondCells.ofClients(series, second)));
    }
    return csv.text();
  }

  private String byKeys(Metric... metrics) {
    CsvFile csv =
        new CsvFile(
            join(List.of(Axis.KEYS.column()), Stream.of(metrics).map(Metric::column).toList()));
    for (Group group : Axis.byKeys(series, Axis.KEYS_APART)) {
      csv.line(
          join(
              List.of(Long.toString(group.x())),
              Stream.of(metrics)
                  .map(each -> cell(each.inColumn(series.during(group.seconds()))))
                  .toList()));
    }
    return csv.text();
  }

  private String diskSpace() {
    CsvFile csv =
        new CsvFile(
            List.of(
                "INDEX", "DATABASE-ENDPOINT", "DISK-SPACE-USAGE", "DISK-SPACE-USAGE-BYTES-NUM"));
    RunResult result = series.run().result();
    int index = 0;
    for (ServerResult server : result.cluster().askedServers()) {
      index++;
      Cell bytes = Cell.of(server.diskBytes(), Unit.BYTES);
      csv.line(
          List.of(
              Integer.toString(index),
              CsvText.of(server.endpoint()),
              bytes instanceof Cell.Absent ? "" : CellText.summary(bytes),
              cell(server.diskBytes())));
    }
    return csv.text();
  }

  /** As it was sampled, in the columns of the older tool and in their order. */
  private void system(HostTable host) {
    CsvFile csv = new CsvFile(SYSTEM_METRICS);
    for (HostTable.Sample sample : host.samples()) {
      csv.line(
          SYSTEM_METRICS.stream()
              .map(column -> CsvText.ofCell(host.cell(sample, column)))
              .toList());
    }
    files.put("system-metrics-" + host.name() + ".csv", csv.text());
  }

  private static List<String> systemMetrics() {
    Stream<String> process =
        Stream.of(
            HostColumns.AT,
            HostColumns.SECOND,
            HostColumns.PROGRAM,
            HostColumns.STATE,
            HostColumns.PID,
            HostColumns.PARENT_PID,
            HostColumns.CPU);
    return Stream.of(
            process,
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
  }

  private static Stream<String> columns(HostMetric first, HostMetric last) {
    return EnumSet.range(first, last).stream().map(HostMetric::column);
  }

  private static List<String> join(List<String> one, List<String> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }
}
