package io.kvbench.results.directory;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.results.host.HostColumns;
import io.kvbench.results.host.HostMetric;
import io.kvbench.results.host.HostMetric.Kind;
import io.kvbench.results.host.HostReading;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.HostSample.DirectoryFigures;
import io.kvbench.results.host.ProcessFigures;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code host-<node>.csv}: one row for each sample of one watched process and its host. A sample
 * that was not taken is a row that is not there. A cell is empty where the figure is not known, and
 * so is a difference where one of its two samples is missing, or where another process was there.
 * The first row has no differences. Disks and interfaces are those of the whole host, summed:
 * {@code DEVICE} and {@code INTERFACE} name them; a difference is of those that both samples have.
 * Bytes, and milliseconds where the name says nothing else.
 *
 * <p>For one thread. Every row is handed to the file system before {@link #append} returns.
 */
public final class HostCsv implements AutoCloseable {
  private static final List<HostMetric> GAUGES =
      HostMetric.stored().stream().filter(each -> each.kind() == Kind.GAUGE).toList();

  /**
   * Files of earlier versions do not have these; they come last, so the others keep their places.
   */
  private static final Set<HostMetric> ADDED =
      Collections.unmodifiableSet(EnumSet.range(HostMetric.BUSY_MILLIS, HostMetric.RETRANSMITS));

  private static final List<HostMetric> COUNTERS =
      HostMetric.stored().stream()
          .filter(each -> each.kind() == Kind.COUNTER && !ADDED.contains(each))
          .toList();
  private static final List<HostMetric> ADDED_COUNTERS = List.copyOf(ADDED);

  /** The names of disks and interfaces are before the gauges of the data directory. */
  private static final int BEFORE_DEVICES = GAUGES.indexOf(HostMetric.SPACE_USED);

  private final StreamedFile file;
  private final String target;
  private @Nullable HostReading before;

  private HostCsv(StreamedFile file, String target) {
    this.file = file;
    this.target = target;
  }

  /** Creates the file and writes its header. */
  static HostCsv create(Path path, FilePermissions permissions, String target)
      throws ResultDirectoryException {
    return begin(StreamedFile.create(path, permissions), target);
  }

  static HostCsv begin(StreamedFile file, String target) throws ResultDirectoryException {
    file.line(Csv.row(header()));
    file.flush();
    return new HostCsv(file, target);
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
    file.line(Csv.row(cells(now, process.get(), follows(now) ? before : null, clients)));
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
    List<String> names =
        new ArrayList<>(
            List.of(
                HostColumns.AT,
                HostColumns.SECOND,
                HostColumns.PROGRAM,
                HostColumns.STATE,
                HostColumns.PID,
                HostColumns.PARENT_PID,
                HostColumns.CPU));
    List<String> gauges = new ArrayList<>(GAUGES.stream().map(HostMetric::column).toList());
    gauges.addAll(BEFORE_DEVICES, List.of(HostColumns.DEVICE, HostColumns.INTERFACE));
    names.addAll(gauges);
    COUNTERS.forEach(counter -> names.add(counter.column()));
    COUNTERS.forEach(counter -> names.add(counter.growthColumn()));
    names.add(HostColumns.CLIENTS);
    ADDED_COUNTERS.forEach(counter -> names.add(counter.column()));
    ADDED_COUNTERS.forEach(counter -> names.add(counter.growthColumn()));
    return names;
  }

  private static List<String> cells(
      HostReading now, ProcessFigures process, @Nullable HostReading last, OptionalLong clients) {
    List<String> cells = new ArrayList<>();
    cells.add(unixNanos(now.sample().at()));
    cells.add(Long.toString(now.sample().at().getEpochSecond()));
    cells.add(process.program());
    cells.add(process.state());
    cells.add(Long.toString(process.pid()));
    cells.add(cell(process.parentPid()));
    cells.add(last == null ? "" : cpuPercent(last, now));
    List<String> gauges = new ArrayList<>(GAUGES.stream().map(each -> cell(each, now)).toList());
    gauges.addAll(
        BEFORE_DEVICES, List.of(now.diskNames().orElse(""), now.interfaceNames().orElse("")));
    cells.addAll(gauges);
    COUNTERS.forEach(counter -> cells.add(cell(counter, now)));
    cells.addAll(differences(COUNTERS, now, last));
    cells.add(cell(clients));
    ADDED_COUNTERS.forEach(counter -> cells.add(cell(counter, now)));
    cells.addAll(differences(ADDED_COUNTERS, now, last));
    return cells;
  }

  private static List<String> differences(
      List<HostMetric> counters, HostReading now, @Nullable HostReading last) {
    if (last == null) {
      return Collections.nCopies(counters.size(), "");
    }
    HostReading from = last.commonWith(now);
    HostReading to = now.commonWith(last);
    return counters.stream().map(counter -> cell(counter.growth(from, to))).toList();
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
