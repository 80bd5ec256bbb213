package io.kvbench.bindings.etcd.operation;

/** An operation that has been submitted. */
public interface EtcdPendingOperation {

  /** Ends it if it was started before a time; the event loop completes it. */
  public void endIfStartedBefore(long nanos);

  /** Returns whether it has ended; the timeout thread may see that late. */
  public boolean isDone();
}
