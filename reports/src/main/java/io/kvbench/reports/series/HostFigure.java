package io.kvbench.reports.series;

import io.kvbench.reports.files.HostColumns;

/**
 * What is known of a server, or of the host that it runs on, second by second. Disks and networks
 * are the host's: servers on one machine share them.
 */
public enum HostFigure {
  CPU(HostColumns.CPU, false),
  RESIDENT_BYTES(HostColumns.RESIDENT_BYTES, false),
  VOLUNTARY_SWITCHES(HostColumns.VOLUNTARY_SWITCHES, true),
  INVOLUNTARY_SWITCHES(HostColumns.INVOLUNTARY_SWITCHES, true),
  READS(HostColumns.READS, true),
  SECTORS_READ(HostColumns.SECTORS_READ, true),
  WRITES(HostColumns.WRITES, true),
  SECTORS_WRITTEN(HostColumns.SECTORS_WRITTEN, true),
  READ_BYTES(HostColumns.READ_BYTES, true),
  WRITTEN_BYTES(HostColumns.WRITTEN_BYTES, true),
  RECEIVED_BYTES(HostColumns.RECEIVED_BYTES, true),
  SENT_BYTES(HostColumns.SENT_BYTES, true);

  private static final double MEGA = 1e6;

  private final String name;
  private final boolean counter;

  HostFigure(String name, boolean counter) {
    this.name = name;
    this.counter = counter;
  }

  /** Returns whether it is what a counter grew by in a second. */
  public boolean isRate() {
    return counter;
  }

  /** Returns its column in {@code host-<node>.csv}. */
  String sampled() {
    return counter ? HostColumns.growth(name) : name;
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
