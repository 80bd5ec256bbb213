package io.kvbench.results.directory;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.results.directory.Csv.Field;
import io.kvbench.results.host.HostColumns;
import io.kvbench.results.host.HostMetric;
import io.kvbench.results.host.HostMetric.MetricKind;
import io.kvbench.results.host.HostMetric.Since;
import io.kvbench.results.host.HostReading;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.HostSample.DirectoryFigures;
import io.kvbench.results.host.ProcessFigures;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * {@code host-<node>.csv}: one row for each sample of one watched process and its host. A sample
 * that was not taken is a row that is not there. A cell is empty where the figure is not known, and
 * so is a difference where one of its two samples is missing, or where another process was there.
 * The first row has no differences. Disks and interfaces are those of the whole host, summed:
 * {@code DEVICE} and {@code INTERFACE} name them; a difference is of those that both samples have.
 * Bytes, and milliseconds where the name says nothing else. Metrics of {@link Since#LATER} come
 * last, so the others keep their places.
 *
 * <p>For one thread. Every row is handed to the file system before {@link #append} returns.
 */
public final class HostCsv implements AutoCloseable {
  private static final List<HostMetric> GAUGES = stored(MetricKind.GAUGE, Since.FIRST);
  private static final List<HostMetric> COUNTERS = stored(MetricKind.COUNTER, Since.FIRST);

  private static final List<Field<Row>> COLUMNS = columns();

  /**
   * A sample, and the one before.
   *
   * @param from what of that one differences are from
   */
  private record Row(
      HostReading now,
      ProcessFigures process,
      OptionalLong clients,
      @Nullable HostReading last,
      @Nullable HostReading from,
      HostReading to) {}

  private final StreamedFile file;
  private final String target;
  private @Nullable HostReading before;

  private HostCsv(StreamedFile file, String target) {
    this.file = file;
    this.target = target;
  }

  static HostCsv create(Path path, FilePermissions permissions, String target)
      throws ResultDirectoryException {
    return new HostCsv(
        StreamedFile.create(path, permissions, List.of(Csv.header(COLUMNS))), target);
  }

  /**
   * Writes the row of a sample; none where the process was not there.
   *
   * @param data the space of what it stores
   * @param clients how many clients were at work in the last interval; empty outside of phases
   */
  public void append(HostSample sample, Optional<DirectoryFigures> data, OptionalLong clients)
      throws ResultDirectoryException {
    Optional<ProcessFigures> process = sample.process(target);
    if (process.isEmpty()) {
      before = null;
      return;
    }
    HostReading now = HostReading.of(sample, process, data);
    HostReading last = follows(now) ? before : null;
    HostReading from = last == null ? null : last.commonWith(now);
    HostReading to = last == null ? now : now.commonWith(last);
    file.line(Csv.row(COLUMNS, new Row(now, process.get(), clients, last, from, to)));
    file.flush();
    before = now;
  }

  @Override
  public void close() throws ResultDirectoryException {
    file.close();
  }

  /** Differences across a gap or between two processes belong to neither. */
  private boolean follows(HostReading now) {
    HostReading last = before;
    return last != null
        && now.sample().number() == last.sample().number() + 1
        && now.process()
            .map(ProcessFigures::incarnation)
            .equals(last.process().map(ProcessFigures::incarnation));
  }

  static List<String> header() {
    return COLUMNS.stream().map(Field::name).toList();
  }

  private static List<Field<Row>> columns() {
    List<Field<Row>> columns = new ArrayList<>();
    columns.add(new Field<>(HostColumns.AT, row -> unixNanos(row.now.sample().at())));
    columns.add(
        new Field<>(
            HostColumns.SECOND, row -> Long.toString(row.now.sample().at().getEpochSecond())));
    columns.add(new Field<>(HostColumns.PROGRAM, row -> row.process.program()));
    columns.add(new Field<>(HostColumns.STATE, row -> row.process.state()));
    columns.add(new Field<>(HostColumns.PID, row -> Long.toString(row.process.pid())));
    columns.add(new Field<>(HostColumns.PARENT_PID, row -> cell(row.process.parentPid())));
    columns.add(
        new Field<>(HostColumns.CPU, row -> row.last == null ? "" : cpuPercent(row.last, row.now)));
    for (HostMetric gauge : GAUGES) {
      if (gauge == HostMetric.SPACE_USED) {
        columns.add(new Field<>(HostColumns.DEVICE, row -> row.now.diskNames().orElse("")));
        columns.add(new Field<>(HostColumns.INTERFACE, row -> row.now.interfaceNames().orElse("")));
      }
      columns.add(level(gauge));
    }
    COUNTERS.forEach(counter -> columns.add(level(counter)));
    COUNTERS.forEach(counter -> columns.add(growth(counter)));
    columns.add(new Field<>(HostColumns.CLIENTS, row -> cell(row.clients)));
    stored(MetricKind.GAUGE, Since.LATER).forEach(gauge -> columns.add(level(gauge)));
    List<HostMetric> later = stored(MetricKind.COUNTER, Since.LATER);
    later.forEach(counter -> columns.add(level(counter)));
    later.forEach(counter -> columns.add(growth(counter)));
    return List.copyOf(columns);
  }

  private static List<HostMetric> stored(MetricKind kind, Since since) {
    return HostMetric.stored().stream()
        .filter(each -> each.kind() == kind && each.since() == since)
        .toList();
  }

  private static Field<Row> level(HostMetric metric) {
    return new Field<>(metric.column(), row -> cell(metric, row.now));
  }

  private static Field<Row> growth(HostMetric counter) {
    return new Field<>(
        counter.growthColumn(),
        row -> row.from == null ? "" : cell(counter.growth(row.from, row.to)));
  }

  /** 100 is one core. */
  private static String cpuPercent(HostReading last, HostReading now) {
    OptionalLong used = HostMetric.CPU_MILLIS.growth(last, now);
    long nanos = now.sample().sinceStartNanos() - last.sample().sinceStartNanos();
    if (used.isEmpty() || nanos <= 0) {
      return "";
    }
    return BigDecimal.valueOf(used.getAsLong())
        .multiply(BigDecimal.valueOf(100L * 1_000_000))
        .divide(BigDecimal.valueOf(nanos), 1, RoundingMode.HALF_UP)
        .toPlainString();
  }

  private static String unixNanos(Instant at) {
    return BigDecimal.valueOf(at.getEpochSecond())
        .multiply(BigDecimal.valueOf(1_000_000_000L))
        .add(BigDecimal.valueOf(at.getNano()))
        .toPlainString();
  }

  private static String cell(OptionalLong figure) {
    return figure.isPresent() ? Long.toString(figure.getAsLong()) : "";
  }

  private static String cell(HostMetric metric, HostReading reading) {
    return metric
        .value(reading)
        .map(
            value ->
                value instanceof Double level
                    ? BigDecimal.valueOf(level).setScale(2, RoundingMode.HALF_UP).toPlainString()
                    : value.toString())
        .orElse("");
  }
}
