package io.kvbench.results.host;

import static io.kvbench.results.host.HostMetric.MetricKind.COUNTER;
import static io.kvbench.results.host.HostMetric.MetricKind.GAUGE;
import static io.kvbench.results.host.HostMetric.Since.LATER;
import static io.kvbench.results.host.HostMetric.Size.BYTES;
import static io.kvbench.results.host.HostMetric.Size.COUNT;
import static io.kvbench.results.host.HostMetric.Size.MILLIS;
import static io.kvbench.results.host.HostMetric.Size.NANOS;
import static io.kvbench.results.host.HostMetric.Size.SECTORS;

import io.kvbench.results.host.HostSample.DirectoryFigures;
import io.kvbench.results.host.HostSample.DiskFigures;
import io.kvbench.results.host.HostSample.InterfaceFigures;
import io.kvbench.results.host.HostSample.LoadFigures;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * The table of host metrics: the definition of each, its source in a sample, and its column in
 * {@code host-<node>.csv}. Columns are in this order, gauges before counters; those of a metric
 * that is {@link Since#LATER} come last and are optional when a file is read, as older files lack
 * them: a new column is always one of those. A metric without a column is folded into results only.
 * Immutable, for any thread.
 */
public enum HostMetric {
  RESIDENT_BYTES("VMRSS", BYTES, GAUGE, ofProcess(ProcessFigures::residentBytes)),
  VIRTUAL_BYTES("VMSIZE", BYTES, GAUGE, ofProcess(ProcessFigures::virtualBytes)),
  OPEN_FILES("FD", COUNT, GAUGE, ofProcess(ProcessFigures::openFiles)),
  THREADS("THREADS", COUNT, GAUGE, ofProcess(ProcessFigures::threads)),
  PROCESSES("PROCESSES", COUNT, GAUGE, ofProcess(each -> OptionalLong.of(each.processes()))),
  LOAD_1("LOAD-AVERAGE-1-MINUTE", COUNT, GAUGE, ofLoad(LoadFigures::oneMinute)),
  LOAD_5("LOAD-AVERAGE-5-MINUTE", COUNT, GAUGE, ofLoad(LoadFigures::fiveMinutes)),
  LOAD_15("LOAD-AVERAGE-15-MINUTE", COUNT, GAUGE, ofLoad(LoadFigures::fifteenMinutes)),
  MEMORY_AVAILABLE(
      "HOST-MEMORY-AVAILABLE", BYTES, GAUGE, ofHost(each -> each.memory().availableBytes())),
  MEMORY_TOTAL("", BYTES, GAUGE, ofHost(each -> each.memory().totalBytes())),
  SPACE_USED("DISK-SPACE-USAGE", BYTES, GAUGE, ofDirectory(DirectoryFigures::usedBytes)),
  SPACE_FREE("DISK-SPACE-FREE", BYTES, GAUGE, ofDirectory(DirectoryFigures::freeBytes)),

  CPU_MILLIS("", MILLIS, COUNTER, ofProcess(ProcessFigures::cpuMillis)),
  VOLUNTARY_SWITCHES(
      "VOLUNTARY-CTXT-SWITCHES", COUNT, COUNTER, ofProcess(ProcessFigures::voluntarySwitches)),
  INVOLUNTARY_SWITCHES(
      "NON-VOLUNTARY-CTXT-SWITCHES",
      COUNT,
      COUNTER,
      ofProcess(ProcessFigures::involuntarySwitches)),
  READ_BYTES("READ-BYTES", BYTES, COUNTER, ofProcess(ProcessFigures::readBytes)),
  WRITTEN_BYTES("WRITE-BYTES", BYTES, COUNTER, ofProcess(ProcessFigures::writtenBytes)),
  READS("READS-COMPLETED", COUNT, COUNTER, ofDisks(DiskFigures::reads)),
  SECTORS_READ("SECTORS-READ", SECTORS, COUNTER, ofDisks(DiskFigures::sectorsRead)),
  READ_MILLIS("TIME(READS)", MILLIS, COUNTER, ofDisks(DiskFigures::readMillis)),
  WRITES("WRITES-COMPLETED", COUNT, COUNTER, ofDisks(DiskFigures::writes)),
  SECTORS_WRITTEN("SECTORS-WRITTEN", SECTORS, COUNTER, ofDisks(DiskFigures::sectorsWritten)),
  WRITE_MILLIS("TIME(WRITES)", MILLIS, COUNTER, ofDisks(DiskFigures::writeMillis)),
  RECEIVED_BYTES("RECEIVE-BYTES", BYTES, COUNTER, ofNetwork(InterfaceFigures::receivedBytes)),
  SENT_BYTES("TRANSMIT-BYTES", BYTES, COUNTER, ofNetwork(InterfaceFigures::sentBytes)),
  RECEIVED_PACKETS("RECEIVE-PACKETS", COUNT, COUNTER, ofNetwork(InterfaceFigures::receivedPackets)),
  SENT_PACKETS("TRANSMIT-PACKETS", COUNT, COUNTER, ofNetwork(InterfaceFigures::sentPackets)),
  STEAL_MILLIS("HOST-STEAL-MILLIS", MILLIS, COUNTER, ofHost(each -> each.cpu().stealMillis())),
  BUSY_MILLIS("HOST-BUSY-MILLIS", MILLIS, COUNTER, ofHost(each -> each.cpu().busyMillis()), LATER),
  FLUSHES("FLUSHES-COMPLETED", COUNT, COUNTER, ofDisks(DiskFigures::flushes), LATER),
  FLUSH_MILLIS("TIME(FLUSHES)", MILLIS, COUNTER, ofDisks(DiskFigures::flushMillis), LATER),
  RETRANSMITS("TCP-RETRANSMITS", COUNT, COUNTER, ofHost(HostSample::retransmits), LATER),
  IO_WAIT_MILLIS("", MILLIS, COUNTER, ofHost(each -> each.cpu().ioWaitMillis())),
  SAMPLER_CPU_NANOS(
      "",
      NANOS,
      COUNTER,
      ofHost(each -> LongStream.of(each.sidecarCpuNanos()).filter(told -> told > 0).max()));

  /** The subject of a metric. */
  public enum Scope {
    /** A watched process, with its descendants and its data directory. */
    PROCESS,
    /** The host: all processes on it share the figure. */
    HOST
  }

  /** The kind of a metric's values. */
  public enum MetricKind {
    /** A level. */
    GAUGE,
    /** A growing sum; it also has a column of its growth since the previous sample. */
    COUNTER
  }

  /** The files that have a metric's columns. */
  public enum Since {
    /** All files. */
    FIRST,
    /** Files of newer versions. */
    LATER
  }

  /** The unit that a metric is counted in. */
  public enum Size {
    BYTES(1),
    SECTORS(512),
    COUNT(1),
    MILLIS(1e-3),
    NANOS(1e-9);

    private final double size;

    Size(double size) {
      this.size = size;
    }

    /** Returns what one is in bytes, in seconds, or as a count. */
    public double size() {
      return size;
    }
  }

  private record Source(Scope scope, Function<HostReading, Optional<Number>> value) {}

  private static final List<HostMetric> STORED =
      Arrays.stream(values()).filter(metric -> !metric.column.isEmpty()).toList();

  private final String column;
  private final Size unit;
  private final MetricKind kind;
  private final Scope scope;
  private final Since since;

  @SuppressWarnings("ImmutableEnumChecker") // References to accessors only.
  private final Function<HostReading, Optional<Number>> value;

  HostMetric(String column, Size unit, MetricKind kind, Source source) {
    this(column, unit, kind, source, Since.FIRST);
  }

  HostMetric(String column, Size unit, MetricKind kind, Source source, Since since) {
    this.column = column;
    this.unit = unit;
    this.kind = kind;
    this.scope = source.scope;
    this.since = since;
    this.value = source.value;
  }

  /** Returns those that have a column, in the order of the columns. */
  public static List<HostMetric> stored() {
    return STORED;
  }

  /** Returns those of a scope. */
  public static List<HostMetric> of(Scope scope) {
    return Arrays.stream(values()).filter(metric -> metric.scope == scope).toList();
  }

  /** Returns its column; empty if it has none. */
  public String column() {
    return column;
  }

  /** Returns the column of what a counter grew by since the sample before. */
  public String growthColumn() {
    return column + "-DELTA";
  }

  public Size unit() {
    return unit;
  }

  public MetricKind kind() {
    return kind;
  }

  public Scope scope() {
    return scope;
  }

  public Since since() {
    return since;
  }

  /**
   * Returns its value, a {@link Double} for load averages, else a {@link Long}; empty if unknown.
   */
  public Optional<Number> value(HostReading reading) {
    return value.apply(reading);
  }

  /**
   * Returns what a counter grew by between two readings of the same process, disks and interfaces;
   * empty where one of them is unknown or it began anew.
   */
  public OptionalLong growth(HostReading from, HostReading to) {
    Optional<Number> first = value(from);
    Optional<Number> last = value(to);
    if (first.isEmpty() || last.isEmpty()) {
      return OptionalLong.empty();
    }
    long grown = last.get().longValue() - first.get().longValue();
    return grown < 0 ? OptionalLong.empty() : OptionalLong.of(grown);
  }

  private static Source ofProcess(Function<ProcessFigures, OptionalLong> figure) {
    return new Source(Scope.PROCESS, reading -> sum(reading.process().stream().toList(), figure));
  }

  private static Source ofDirectory(Function<DirectoryFigures, OptionalLong> figure) {
    return new Source(Scope.PROCESS, reading -> sum(reading.directory().stream().toList(), figure));
  }

  private static Source ofDisks(Function<DiskFigures, OptionalLong> figure) {
    return new Source(Scope.HOST, reading -> sum(reading.disks(), figure));
  }

  private static Source ofNetwork(ToLongFunction<InterfaceFigures> figure) {
    return new Source(
        Scope.HOST,
        reading -> sum(reading.interfaces(), each -> OptionalLong.of(figure.applyAsLong(each))));
  }

  private static Source ofHost(Function<HostSample, OptionalLong> figure) {
    return new Source(Scope.HOST, reading -> sum(List.of(reading.sample()), figure));
  }

  private static Source ofLoad(Function<LoadFigures, OptionalDouble> figure) {
    return new Source(
        Scope.HOST,
        reading ->
            figure.apply(reading.sample().load()).stream()
                .<Number>mapToObj(Double::valueOf)
                .findFirst());
  }

  /** The sum of some would be taken for the sum of all. */
  private static <T> Optional<Number> sum(List<T> all, Function<T, OptionalLong> figure) {
    List<OptionalLong> each = all.stream().map(figure).toList();
    return each.isEmpty() || each.contains(OptionalLong.empty())
        ? Optional.empty()
        : Optional.of(each.stream().mapToLong(OptionalLong::orElseThrow).sum());
  }
}
