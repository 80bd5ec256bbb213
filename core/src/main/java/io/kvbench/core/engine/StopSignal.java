package io.kvbench.core.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The way to end a run early: once given, phases end, drain and report what they measured. For any
 * thread.
 */
public final class StopSignal {
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean given;

  /** Asks the run to stop; asking again changes nothing. */
  public void give() {
    given = true;
    listeners.forEach(Runnable::run);
  }

  public boolean isGiven() {
    return given;
  }

  /**
   * Calls {@code listener} when the signal is given, at once if it was. May call it more than once.
   */
  public void listen(Runnable listener) {
    listeners.add(listener);
    if (given) {
      listener.run();
    }
  }

  /** Takes a listener back. */
  public void forget(Runnable listener) {
    listeners.remove(listener);
  }
}
