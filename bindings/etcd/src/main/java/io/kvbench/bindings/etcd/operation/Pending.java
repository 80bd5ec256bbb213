package io.kvbench.bindings.etcd.operation;

/** An operation that has been submitted. */
public interface Pending {

  /** Ends it if it was started before a time; the event loop tells that to the completion. */
  public void endIfStartedBefore(long nanos);

  /** Whether it has ended; the search for what takes too long may see it late. */
  public boolean isDone();
}
