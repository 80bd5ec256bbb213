package io.kvbench.reports.series;

/**
 * What is known of a server, or of the host that it runs on, second by second. Disks and networks
 * are the host's: servers on one machine share them.
 */
public enum HostFigure {
  CPU("CPU", false),
  RESIDENT_BYTES("VMRSS", false),
  VOLUNTARY_SWITCHES("VOLUNTARY-CTXT-SWITCHES", true),
  INVOLUNTARY_SWITCHES("NON-VOLUNTARY-CTXT-SWITCHES", true),
  READS("READS-COMPLETED", true),
  SECTORS_READ("SECTORS-READ", true),
  WRITES("WRITES-COMPLETED", true),
  SECTORS_WRITTEN("SECTORS-WRITTEN", true),
  READ_BYTES("READ-BYTES", true),
  WRITTEN_BYTES("WRITE-BYTES", true),
  RECEIVED_BYTES("RECEIVE-BYTES", true),
  SENT_BYTES("TRANSMIT-BYTES", true);

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
    return counter ? name + "-DELTA" : name;
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
