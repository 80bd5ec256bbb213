package io.kvbench.core.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A request to end a run early: once given, phases end, drain and report their measurements.
 * Thread-safe.
 */
public final class StopSignal {
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean given;

  /** Asks the run to stop; further calls have no effect. */
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

  /** Removes a listener. */
  public void forget(Runnable listener) {
    listeners.remove(listener);
  }
}
