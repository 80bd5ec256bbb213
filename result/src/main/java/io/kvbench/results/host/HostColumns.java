package io.kvbench.results.host;

/** The columns of {@code host-<node>.csv} that are not those of a {@link HostMetric}. */
public final class HostColumns {
  public static final String AT = "UNIX-NANOSECOND";
  public static final String SECOND = "UNIX-SECOND";
  public static final String PROGRAM = "PROGRAM";
  public static final String STATE = "STATE";
  public static final String PID = "PID";
  public static final String PARENT_PID = "PPID";

  /** The process's share of a core since the sample before, in per cent. */
  public static final String CPU = "CPU";

  public static final String DEVICE = "DEVICE";
  public static final String INTERFACE = "INTERFACE";
  public static final String CLIENTS = "CLIENT-NUM";

  private HostColumns() {}
}
