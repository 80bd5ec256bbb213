package io.kvbench.core.server;

/** The kinds of server events that affect the figures of clients. */
public enum ServerEventKind {
  /** A server became the leader. */
  ELECTION("election"),
  /** A server lost its leader or its leadership. */
  LEADER_LOST("leader lost"),
  /** A server wrote all of its records to a file, or sent them to another server. */
  SNAPSHOT("snapshot"),
  /** A server removed old revisions or log entries. */
  COMPACTION("compaction"),
  /** The disk was slow to confirm a write. */
  SLOW_FSYNC("slow fsync"),
  /** Applying a committed request was slow. */
  SLOW_APPLY("slow apply"),
  /** The leader sent heartbeats late, or another server did not answer them. */
  LATE_HEARTBEAT("late heartbeat"),
  /** A GC pause, or another pause of the server's runtime. */
  GC_PAUSE("GC pause"),
  /** A session expired because its client was silent. */
  SESSION_EXPIRED("session expired"),
  /** The kernel killed a server because it reached its memory limit. */
  OOM_KILL("OOM kill");

  private final String title;

  ServerEventKind(String title) {
    this.title = title;
  }

  /** Returns the name of one such event, for use in sentences. */
  public String title() {
    return title;
  }
}
