package io.kvbench.bindings.dengine;

/** A submitted operation: held back while the leader is unknown, or in flight. */
interface DEnginePendingOperation {

  /** Sends it, unless it has been sent or has ended. */
  void sendToLeader(LeaderRoute leader);

  /** Ends it if it has not been sent. */
  void giveUp(DEngineFailure why);

  /** Ends it if it was started before a time. */
  void endIfStartedBefore(long nanos);

  /** Returns whether only the leader could answer it. */
  boolean isLeaders();

  /** Returns whether it has ended; the timeout thread may see that late. */
  boolean isDone();
}
