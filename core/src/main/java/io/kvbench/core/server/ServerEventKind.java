package io.kvbench.core.server;

/** What servers do, or suffer, that shows in the figures of their clients. */
public enum ServerEventKind {
  /** A server became the leader. */
  ELECTION("election"),
  /** A server noticed that it had no leader any more, or that it led no longer. */
  LEADER_LOST("leader lost"),
  /** A server wrote all of its records into a file, or sent them to another one. */
  SNAPSHOT("snapshot"),
  /** A server removed what it needs no more. */
  COMPACTION("compaction"),
  /** The disk took its time to confirm a write. */
  SLOW_FSYNC("slow fsync"),
  /** A request was agreed on, and carrying it out took its time. */
  SLOW_APPLY("slow apply"),
  /** The leader did not send its heartbeats in time, or another server did not answer them. */
  LATE_HEARTBEAT("late heartbeat"),
  /** The server's runtime stood still to collect garbage, or for another reason. */
  GC_PAUSE("pause of garbage collection"),
  /** A session came to its end because its client was not heard of. */
  SESSION_EXPIRED("session expired");

  private final String title;

  ServerEventKind(String title) {
    this.title = title;
  }

  /** Returns what one of them is called in sentences. */
  public String title() {
    return title;
  }
}
