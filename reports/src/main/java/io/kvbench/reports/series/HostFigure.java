package io.kvbench.reports.series;

import io.kvbench.core.directory.HostColumns;

/**
 * What is known of a server, or of the host that it runs on, second by second. Load averages, disks
 * and networks are the host's: servers on one machine share them.
 */
public enum HostFigure {
  CPU(HostColumns.CPU, Kind.GAUGE),
  RESIDENT_BYTES(HostColumns.RESIDENT_BYTES, Kind.GAUGE),
  VIRTUAL_BYTES(HostColumns.VIRTUAL_BYTES, Kind.GAUGE),
  OPEN_FILES(HostColumns.OPEN_FILES, Kind.GAUGE),
  THREADS(HostColumns.THREADS, Kind.GAUGE),
  LOAD_1(HostColumns.LOAD_1, Kind.GAUGE),
  LOAD_5(HostColumns.LOAD_5, Kind.GAUGE),
  LOAD_15(HostColumns.LOAD_15, Kind.GAUGE),
  CLIENTS(HostColumns.CLIENTS, Kind.GAUGE),
  VOLUNTARY_SWITCHES(HostColumns.VOLUNTARY_SWITCHES, Kind.GROWTH),
  INVOLUNTARY_SWITCHES(HostColumns.INVOLUNTARY_SWITCHES, Kind.GROWTH),
  READS(HostColumns.READS, Kind.GROWTH),
  SECTORS_READ(HostColumns.SECTORS_READ, Kind.GROWTH),
  READ_MILLIS(HostColumns.READ_MILLIS, Kind.GROWTH),
  WRITES(HostColumns.WRITES, Kind.GROWTH),
  SECTORS_WRITTEN(HostColumns.SECTORS_WRITTEN, Kind.GROWTH),
  WRITE_MILLIS(HostColumns.WRITE_MILLIS, Kind.GROWTH),
  READ_BYTES(HostColumns.READ_BYTES, Kind.GROWTH),
  WRITTEN_BYTES(HostColumns.WRITTEN_BYTES, Kind.GROWTH),
  RECEIVED_BYTES(HostColumns.RECEIVED_BYTES, Kind.GROWTH),
  SENT_BYTES(HostColumns.SENT_BYTES, Kind.GROWTH),
  RECEIVED_PACKETS(HostColumns.RECEIVED_PACKETS, Kind.GROWTH),
  SENT_PACKETS(HostColumns.SENT_PACKETS, Kind.GROWTH),
  TOTAL_VOLUNTARY_SWITCHES(HostColumns.VOLUNTARY_SWITCHES, Kind.COUNTER),
  TOTAL_INVOLUNTARY_SWITCHES(HostColumns.INVOLUNTARY_SWITCHES, Kind.COUNTER),
  TOTAL_READS(HostColumns.READS, Kind.COUNTER),
  TOTAL_SECTORS_READ(HostColumns.SECTORS_READ, Kind.COUNTER),
  TOTAL_READ_MILLIS(HostColumns.READ_MILLIS, Kind.COUNTER),
  TOTAL_WRITES(HostColumns.WRITES, Kind.COUNTER),
  TOTAL_SECTORS_WRITTEN(HostColumns.SECTORS_WRITTEN, Kind.COUNTER),
  TOTAL_WRITE_MILLIS(HostColumns.WRITE_MILLIS, Kind.COUNTER),
  TOTAL_READ_BYTES(HostColumns.READ_BYTES, Kind.COUNTER),
  TOTAL_WRITTEN_BYTES(HostColumns.WRITTEN_BYTES, Kind.COUNTER),
  TOTAL_RECEIVED_BYTES(HostColumns.RECEIVED_BYTES, Kind.COUNTER),
  TOTAL_SENT_BYTES(HostColumns.SENT_BYTES, Kind.COUNTER),
  TOTAL_RECEIVED_PACKETS(HostColumns.RECEIVED_PACKETS, Kind.COUNTER),
  TOTAL_SENT_PACKETS(HostColumns.SENT_PACKETS, Kind.COUNTER);

  /** What a figure of several samples in one second is. */
  enum Kind {
    /** As it stands; the mean of the samples. */
    GAUGE,
    /** What a counter grew by per second. */
    GROWTH,
    /** What a counter stands at after the last of the samples. */
    COUNTER
  }

  private static final double MEGA = 1e6;

  private final String name;
  private final Kind kind;

  HostFigure(String name, Kind kind) {
    this.name = name;
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }

  /** Returns its column in {@code host-<node>.csv}. */
  String sampled() {
    return kind == Kind.GROWTH ? HostColumns.growth(name) : name;
  }

  /** Returns its column in files of series, without what tells of which servers it is. */
  public String column() {
    return this == RESIDENT_BYTES ? name + "-MB" : sampled();
  }

  /** Returns how many of what was sampled are one of what is in files: megabytes, not bytes. */
  double size() {
    return this == RESIDENT_BYTES ? MEGA : 1;
  }
}
