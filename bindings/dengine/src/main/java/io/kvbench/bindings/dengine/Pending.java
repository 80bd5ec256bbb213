package io.kvbench.bindings.dengine;

/** An operation that has been submitted: held back while nobody knows who leads, or under way. */
interface Pending {

  /** Sends it, unless it has been sent or has ended. */
  void sendToLeader(LeaderRoute leader);

  /** Ends it if it has not been sent. */
  void giveUp(Failure why);

  /** Ends it if it was started before a time. */
  void endIfStartedBefore(long nanos);

  /** Whether it was the leader's to answer. */
  boolean isLeaders();

  /** Whether it has ended; whoever looks for what takes too long may see it late. */
  boolean isDone();
}
