package io.kvbench.reports.spikes;

import io.kvbench.core.server.ServerEventKind;
import java.util.Optional;

/** A possible cause of a spike; from the most to the least specific. */
public enum Cause {
  FAULT("injected fault", true),
  STOPPED("stopped process", true),
  OOM_KILL("OOM kill", true),
  ELECTION("election", true),
  LOAD("higher load", false),
  SNAPSHOT("snapshot", false),
  COMPACTION("compaction", false),
  SLOW_FSYNC("slow fsync", false),
  SERVER_GC("server GC pause", false),
  CLIENT_GC("client GC pause", false),
  FSYNC_TIME("fsync time", false),
  WRITE_TIME("disk write time", false),
  DISK_QUEUE("disk queue", false),
  OTHER_CPU("CPU of other processes", false),
  STEAL("steal", false),
  RETRANSMITS("TCP retransmissions", false);

  private final String title;
  private final boolean direct;

  Cause(String title, boolean direct) {
    this.title = title;
    this.direct = direct;
  }

  public String title() {
    return title;
  }

  /**
   * Returns whether requests cannot be answered meanwhile, and it does not happen in an undisturbed
   * run: then one coincidence is enough.
   */
  public boolean isDirect() {
    return direct;
  }

  /** Returns the cause that server events are; empty where they are consequences. */
  static Optional<Cause> of(ServerEventKind kind) {
    return switch (kind) {
      case ELECTION, LEADER_LOST -> Optional.of(ELECTION);
      case SNAPSHOT -> Optional.of(SNAPSHOT);
      case COMPACTION -> Optional.of(COMPACTION);
      case SLOW_FSYNC -> Optional.of(SLOW_FSYNC);
      case GC_PAUSE -> Optional.of(SERVER_GC);
      case OOM_KILL -> Optional.of(OOM_KILL);
      case SLOW_APPLY, LATE_HEARTBEAT, SESSION_EXPIRED -> Optional.empty();
    };
  }
}
