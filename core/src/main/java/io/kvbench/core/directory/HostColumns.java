package io.kvbench.core.directory;

/** The names of the columns of {@code host-<node>.csv}; {@link HostCsv} says what is in them. */
public final class HostColumns {
  public static final String AT = "UNIX-NANOSECOND";
  public static final String SECOND = "UNIX-SECOND";
  public static final String PROGRAM = "PROGRAM";
  public static final String STATE = "STATE";
  public static final String PID = "PID";
  public static final String PARENT_PID = "PPID";
  public static final String CPU = "CPU";
  public static final String RESIDENT_BYTES = "VMRSS";
  public static final String VIRTUAL_BYTES = "VMSIZE";
  public static final String OPEN_FILES = "FD";
  public static final String THREADS = "THREADS";
  public static final String PROCESSES = "PROCESSES";
  public static final String LOAD_1 = "LOAD-AVERAGE-1-MINUTE";
  public static final String LOAD_5 = "LOAD-AVERAGE-5-MINUTE";
  public static final String LOAD_15 = "LOAD-AVERAGE-15-MINUTE";
  public static final String MEMORY_AVAILABLE = "HOST-MEMORY-AVAILABLE";
  public static final String DEVICE = "DEVICE";
  public static final String INTERFACE = "INTERFACE";
  public static final String SPACE_USED = "DISK-SPACE-USAGE";
  public static final String SPACE_FREE = "DISK-SPACE-FREE";
  public static final String CLIENTS = "CLIENT-NUM";

  // Counters, each with a column of what it grew by, too.

  public static final String VOLUNTARY_SWITCHES = "VOLUNTARY-CTXT-SWITCHES";
  public static final String INVOLUNTARY_SWITCHES = "NON-VOLUNTARY-CTXT-SWITCHES";
  public static final String READ_BYTES = "READ-BYTES";
  public static final String WRITTEN_BYTES = "WRITE-BYTES";
  public static final String READS = "READS-COMPLETED";
  public static final String SECTORS_READ = "SECTORS-READ";
  public static final String READ_MILLIS = "TIME(READS)";
  public static final String WRITES = "WRITES-COMPLETED";
  public static final String SECTORS_WRITTEN = "SECTORS-WRITTEN";
  public static final String WRITE_MILLIS = "TIME(WRITES)";
  public static final String RECEIVED_BYTES = "RECEIVE-BYTES";
  public static final String SENT_BYTES = "TRANSMIT-BYTES";
  public static final String RECEIVED_PACKETS = "RECEIVE-PACKETS";
  public static final String SENT_PACKETS = "TRANSMIT-PACKETS";
  public static final String STEAL_MILLIS = "HOST-STEAL-MILLIS";

  private HostColumns() {}

  /** Returns the column of what a counter grew by since the sample before. */
  public static String growth(String counter) {
    return counter + "-DELTA";
  }
}
