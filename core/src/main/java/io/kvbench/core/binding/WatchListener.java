package io.kvbench.core.binding;

import io.kvbench.core.operation.ErrorKind;
import java.nio.ByteBuffer;

/**
 * The receiver of the events of one watcher. The time of a call is the time of the event, so a
 * binding calls it first and cleans up afterwards. Called by one thread at a time, which may
 * change; none of the methods blocks or throws.
 */
public interface WatchListener {

  /**
   * The watcher is established: writes that are sent from now on are reported. Called once the
   * store has confirmed it, and again after each {@link #rearming} and {@link #interrupted}.
   */
  void opened();

  /**
   * A write was delivered, with the version with which a {@link
   * io.kvbench.core.operation.Operation.WatchedUpdate} was answered. Not called for the state of
   * the record before the watcher was opened.
   */
  void changed(long version);

  /**
   * A write was delivered by a store that answers a {@link
   * io.kvbench.core.operation.Operation.WatchedUpdate} without a version: the write of this value.
   *
   * @param value the bytes from position to limit, read only during the call
   * @param version greater than those of all earlier writes in the store
   */
  default void changed(ByteBuffer value, long version) {
    changed(version);
  }

  /**
   * The watch has ended with its event, as one-shot watches and blocking queries do, and is set
   * again. Writes until {@link #opened} may be coalesced.
   */
  void rearming();

  /** The connection is lost; the watcher resumes by itself. */
  void interrupted();

  /**
   * The watcher has ended, or could not be opened. No call follows.
   *
   * @param message as in {@link Completion#failed}
   */
  void failed(ErrorKind kind, String message);
}
