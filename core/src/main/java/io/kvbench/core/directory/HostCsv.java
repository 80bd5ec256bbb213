package io.kvbench.core.directory;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.host.HostSample;
import io.kvbench.core.host.HostSample.DirectoryFigures;
import io.kvbench.core.host.HostSample.DiskFigures;
import io.kvbench.core.host.HostSample.InterfaceFigures;
import io.kvbench.core.host.HostTotals;
import io.kvbench.core.host.ProcessFigures;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
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
  /** A counter: its cell, and the cell of what it grew by since the sample before. */
  private record Counter(String name, Function<Row, OptionalLong> value) {}

  private static final List<Counter> COUNTERS =
      List.of(
          ofProcess(HostColumns.VOLUNTARY_SWITCHES, ProcessFigures::voluntarySwitches),
          ofProcess(HostColumns.INVOLUNTARY_SWITCHES, ProcessFigures::involuntarySwitches),
          ofProcess(HostColumns.READ_BYTES, ProcessFigures::readBytes),
          ofProcess(HostColumns.WRITTEN_BYTES, ProcessFigures::writtenBytes),
          ofDisks(HostColumns.READS, DiskFigures::reads),
          ofDisks(HostColumns.SECTORS_READ, DiskFigures::sectorsRead),
          ofDisks(HostColumns.READ_MILLIS, DiskFigures::readMillis),
          ofDisks(HostColumns.WRITES, DiskFigures::writes),
          ofDisks(HostColumns.SECTORS_WRITTEN, DiskFigures::sectorsWritten),
          ofDisks(HostColumns.WRITE_MILLIS, DiskFigures::writeMillis),
          ofInterfaces(HostColumns.RECEIVED_BYTES, InterfaceFigures::receivedBytes),
          ofInterfaces(HostColumns.SENT_BYTES, InterfaceFigures::sentBytes),
          ofInterfaces(HostColumns.RECEIVED_PACKETS, InterfaceFigures::receivedPackets),
          ofInterfaces(HostColumns.SENT_PACKETS, InterfaceFigures::sentPackets),
          ofHost(HostColumns.STEAL_MILLIS, sample -> sample.cpu().stealMillis()));

  /** One sample of the host, of the process in it and of its directory. */
  private record Row(HostSample sample, ProcessFigures process, Optional<DirectoryFigures> data) {

    /** Returns this row without the disks and interfaces that the other does not have. */
    Row commonWith(Row other) {
      return new Row(HostTotals.whatBothHave(sample, other.sample), process, data);
    }
  }

  private final StreamedFile file;
  private final String target;
  private @Nullable Row before;

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
    Row now = new Row(sample, process.get(), data);
    file.line(Csv.row(cells(now, follows(now) ? before : null, clients)));
    file.flush();
    before = now;
  }

  @Override
  public void close() throws ResultDirectoryException {
    file.close();
  }

  /** Differences across a gap or between two processes are nobody's. */
  private boolean follows(Row now) {
    Row last = before;
    return last != null
        && now.sample.number() == last.sample.number() + 1
        && now.process.incarnation() == last.process.incarnation();
  }

  /** Returns the names of the columns. */
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
                HostColumns.CPU,
                HostColumns.RESIDENT_BYTES,
                HostColumns.VIRTUAL_BYTES,
                HostColumns.OPEN_FILES,
                HostColumns.THREADS,
                HostColumns.PROCESSES,
                HostColumns.LOAD_1,
                HostColumns.LOAD_5,
                HostColumns.LOAD_15,
                HostColumns.MEMORY_AVAILABLE,
                HostColumns.DEVICE,
                HostColumns.INTERFACE,
                HostColumns.SPACE_USED,
                HostColumns.SPACE_FREE));
    COUNTERS.forEach(counter -> names.add(counter.name));
    COUNTERS.forEach(counter -> names.add(HostColumns.growth(counter.name)));
    names.add(HostColumns.CLIENTS);
    return names;
  }

  private static List<String> cells(Row now, @Nullable Row last, OptionalLong clients) {
    HostSample sample = now.sample;
    ProcessFigures process = now.process;
    List<String> cells = new ArrayList<>();
    cells.add(unixNanos(sample.at()));
    cells.add(Long.toString(sample.at().getEpochSecond()));
    cells.add(process.program());
    cells.add(process.state());
    cells.add(Long.toString(process.pid()));
    cells.add(cell(process.parentPid()));
    cells.add(last == null ? "" : cpuPercent(last, now));
    cells.add(cell(process.residentBytes()));
    cells.add(cell(process.virtualBytes()));
    cells.add(cell(process.openFiles()));
    cells.add(cell(process.threads()));
    cells.add(Long.toString(process.processes()));
    cells.add(cell(sample.load().oneMinute()));
    cells.add(cell(sample.load().fiveMinutes()));
    cells.add(cell(sample.load().fifteenMinutes()));
    cells.add(cell(sample.memory().availableBytes()));
    cells.add(HostTotals.disks(sample).map(DiskFigures::device).orElse(""));
    cells.add(HostTotals.interfaces(sample).map(InterfaceFigures::name).orElse(""));
    cells.add(cell(data(now, DirectoryFigures::usedBytes)));
    cells.add(cell(data(now, DirectoryFigures::freeBytes)));
    COUNTERS.forEach(counter -> cells.add(cell(counter.value.apply(now))));
    cells.addAll(differences(now, last));
    cells.add(cell(clients));
    return cells;
  }

  private static Counter ofProcess(String name, Function<ProcessFigures, OptionalLong> figure) {
    return new Counter(name, row -> figure.apply(row.process));
  }

  private static Counter ofHost(String name, Function<HostSample, OptionalLong> figure) {
    return new Counter(name, row -> figure.apply(row.sample));
  }

  private static Counter ofDisks(String name, Function<DiskFigures, OptionalLong> figure) {
    return ofHost(
        name, sample -> HostTotals.disks(sample).map(figure).orElse(OptionalLong.empty()));
  }

  private static Counter ofInterfaces(String name, ToLongFunction<InterfaceFigures> figure) {
    return ofHost(
        name,
        sample ->
            HostTotals.interfaces(sample)
                .map(each -> OptionalLong.of(figure.applyAsLong(each)))
                .orElse(OptionalLong.empty()));
  }

  private static List<String> differences(Row now, @Nullable Row last) {
    if (last == null) {
      return Collections.nCopies(COUNTERS.size(), "");
    }
    Row from = last.commonWith(now);
    Row to = now.commonWith(last);
    return COUNTERS.stream().map(counter -> difference(counter, from, to)).toList();
  }

  private static String difference(Counter counter, Row last, Row now) {
    OptionalLong from = counter.value.apply(last);
    OptionalLong to = counter.value.apply(now);
    return from.isEmpty() || to.isEmpty() || to.getAsLong() < from.getAsLong()
        ? ""
        : Long.toString(to.getAsLong() - from.getAsLong());
  }

  /** 100 is one core. */
  private static String cpuPercent(Row last, Row now) {
    OptionalLong from = last.process.cpuMillis();
    OptionalLong to = now.process.cpuMillis();
    long nanos = now.sample.sinceStartNanos() - last.sample.sinceStartNanos();
    if (from.isEmpty() || to.isEmpty() || nanos <= 0 || to.getAsLong() < from.getAsLong()) {
      return "";
    }
    return BigDecimal.valueOf(to.getAsLong() - from.getAsLong())
        .multiply(BigDecimal.valueOf(100L * 1_000_000))
        .divide(BigDecimal.valueOf(nanos), 1, RoundingMode.HALF_UP)
        .toPlainString();
  }

  private static OptionalLong data(Row row, Function<DirectoryFigures, OptionalLong> figure) {
    return row.data.map(figure).orElse(OptionalLong.empty());
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

  private static String cell(OptionalDouble figure) {
    return figure.isPresent()
        ? BigDecimal.valueOf(figure.getAsDouble()).setScale(2, RoundingMode.HALF_UP).toPlainString()
        : "";
  }
}
