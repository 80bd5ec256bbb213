package io.kvbench.results.figure;

import io.kvbench.results.format.Percentile;
import io.kvbench.results.host.HostMetric;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * The catalogue of figures. What shows, compares or exports one of them takes its name, unit,
 * direction and value from here; which reports show it is in {@link MetricLists}. Names of
 * constants are part of the names of pictures' files; {@link #words}, {@link #column}, {@link #row}
 * and {@link #ycsb} are names in other files.
 */
// The formulas have no state.
@SuppressWarnings("ImmutableEnumChecker")
public enum Metric {
  THROUGHPUT("throughput", "AVG-THROUGHPUT", "AVG-THROUGHPUT", new Formula.Throughput()),
  OFFERED(
      "offered rate",
      "OFFERED",
      "",
      new Formula.Plain(
          Unit.PER_SECOND, Population.REQUESTS, Better.UNSAID, Measurement::offeredPerSecond)),
  MIN("shortest response time", "MIN-LATENCY-MS", "FASTEST-LATENCY", response(Statistic.MIN)),
  MEAN("mean response time", "AVG-LATENCY-MS", "AVG-LATENCY", response(Statistic.MEAN)),
  MAX("longest response time", "MAX-LATENCY-MS", "SLOWEST-LATENCY", response(Statistic.MAX)),
  P10(Percentile.P10),
  P25(Percentile.P25),
  P50(Percentile.P50),
  P75(Percentile.P75),
  P90(Percentile.P90),
  P95(Percentile.P95),
  P99(Percentile.P99),
  P999(Percentile.P999),
  P9999(Percentile.P9999),
  CLIENT_CPU(
      "client CPU per operation",
      "",
      "",
      new Formula.Plain(
          Unit.NANOS, Population.KVBENCH, Better.LESS, Measurement::clientCpuNanosPerOperation)),
  VOLUNTARY_SWITCHES(
      "voluntary context switches of a server",
      "AVG-VOLUNTARY-CTXT-SWITCHES",
      HostMetric.VOLUNTARY_SWITCHES),
  INVOLUNTARY_SWITCHES(
      "involuntary context switches of a server",
      "AVG-NON-VOLUNTARY-CTXT-SWITCHES",
      HostMetric.INVOLUNTARY_SWITCHES),
  AVG_CPU("CPU, mean over servers", "AVG-CPU", "", cpu(Metric::mean)),
  MAX_CPU("CPU, busiest server", "MAX-CPU", "", cpu(Metric::max)),
  MIN_MEMORY("memory, smallest server", "MIN-VMRSS-MB", "", memory(Metric::min)),
  AVG_MEMORY("memory, mean over servers", "AVG-VMRSS-MB", "", memory(Metric::mean)),
  MAX_MEMORY("memory, largest server", "MAX-VMRSS-MB", "", memory(Metric::max)),
  READS("disk reads of a server's host", "AVG-READS-COMPLETED-DELTA", HostMetric.READS),
  SECTORS_READ(
      "sectors read by a server's host", "AVG-SECTORS-READ-DELTA", HostMetric.SECTORS_READ),
  WRITES("disk writes of a server's host", "AVG-WRITES-COMPLETED-DELTA", HostMetric.WRITES),
  SECTORS_WRITTEN(
      "sectors written by a server's host",
      "AVG-SECTORS-WRITTEN-DELTA",
      HostMetric.SECTORS_WRITTEN),
  READ_BYTES("read from disk by a server", "AVG-READ-BYTES-NUM-DELTA", HostMetric.READ_BYTES),
  WRITTEN_BYTES(
      "written to disk by a server", "AVG-WRITE-BYTES-NUM-DELTA", HostMetric.WRITTEN_BYTES),
  RECEIVED_BYTES(
      "received by a server's host", "AVG-RECEIVE-BYTES-NUM-DELTA", HostMetric.RECEIVED_BYTES),
  SENT_BYTES("sent by a server's host", "AVG-TRANSMIT-BYTES-NUM-DELTA", HostMetric.SENT_BYTES);

  private static final double NANOS_PER_MILLI = 1e6;

  private final String words;
  private final String column;
  private final String row;
  private final Formula formula;

  Metric(String words, String column, String row, Formula formula) {
    this.words = words;
    this.column = column;
    this.row = row;
    this.formula = formula;
  }

  Metric(Percentile percentile) {
    this(
        percentile.title(),
        "",
        "Latency " + percentile.title(),
        response(Statistic.of(percentile)));
  }

  /** The growth of a counter per second, the mean over the servers. */
  Metric(String words, String column, HostMetric counter) {
    this(
        words,
        column,
        "",
        servers(
            counter.unit() == HostMetric.Size.BYTES ? Unit.BYTES_PER_SECOND : Unit.PER_SECOND,
            HostFigure.of(counter),
            Metric::mean));
  }

  /** Returns its name in tables, such as {@code p99}. */
  public String words() {
    return words;
  }

  /**
   * Returns its name where no table says what times it is of, such as {@code p99 response time}.
   */
  public String title() {
    return isPercentile() ? words + " response time" : words;
  }

  /** Returns the same as a heading: with a capital, unless it begins with a percentile. */
  public String heading() {
    return isPercentile()
        ? title()
        : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  private boolean isPercentile() {
    return statistic().filter(one -> one.percentile().isPresent()).isPresent();
  }

  /** Returns dbtester's name of its column in files of series; empty where it has none. */
  public String column() {
    return column;
  }

  /** Returns the name of its line in reports of YCSB; empty where it has none. */
  public String ycsb() {
    return formula instanceof Formula.Throughput
        ? "Throughput(ops/sec)"
        : statistic().map(Statistic::ycsb).orElse("");
  }

  /** Returns dbtester's name of its row in the summary of a comparison; empty where it has none. */
  public String row() {
    return row;
  }

  public Unit unit() {
    return formula.unit();
  }

  public Population population() {
    return formula.population();
  }

  public Better better() {
    return formula.better();
  }

  /** Returns what it is of a distribution of times; empty where it is not of one. */
  public Optional<Statistic> statistic() {
    return formula instanceof Formula.Time time ? Optional.of(time.statistic()) : Optional.empty();
  }

  /** Returns whether this number of operations is enough to estimate it. */
  public boolean isKnownOf(long operations) {
    return formula.isKnownOf(operations);
  }

  /** Returns the figure; empty where it is not known. */
  public OptionalDouble of(Measurement measured) {
    return formula.of(measured);
  }

  /** Returns the figure as its {@link #column} has it: times in milliseconds. */
  public OptionalDouble inColumn(Measurement measured) {
    OptionalDouble value = of(measured);
    return value.isPresent() && unit() == Unit.NANOS
        ? OptionalDouble.of(value.getAsDouble() / NANOS_PER_MILLI)
        : value;
  }

  private static Formula response(Statistic statistic) {
    return new Formula.Time(TimeKind.RESPONSE, statistic);
  }

  private static Formula cpu(ToDoubleFunction<DoubleStream> over) {
    return servers(Unit.CPU_PERCENT, HostFigure.CPU, over);
  }

  private static Formula memory(ToDoubleFunction<DoubleStream> over) {
    return servers(Unit.MEGABYTES, HostFigure.of(HostMetric.RESIDENT_BYTES), over);
  }

  private static Formula servers(
      Unit unit, HostFigure figure, ToDoubleFunction<DoubleStream> over) {
    return new Formula.Plain(
        unit, Population.SERVERS, Better.LESS, measured -> measured.overServers(figure, over));
  }

  private static double min(DoubleStream values) {
    return values.min().orElseThrow();
  }

  private static double mean(DoubleStream values) {
    return values.average().orElseThrow();
  }

  private static double max(DoubleStream values) {
    return values.max().orElseThrow();
  }
}
