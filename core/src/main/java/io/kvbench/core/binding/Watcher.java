package io.kvbench.core.binding;

/** An open watcher. For any thread. */
public interface Watcher extends AutoCloseable {

  /**
   * Returns whether the watcher reports the latest state only, so that several writes may be
   * delivered as one, the last. Otherwise each write is delivered, in order. Only allowed for
   * watchers that report the version with which a write was answered.
   */
  boolean coalesces();

  /**
   * Stops watching; no call of the listener begins afterwards. Never blocks long. Closing again has
   * no effect.
   */
  @Override
  void close();
}
