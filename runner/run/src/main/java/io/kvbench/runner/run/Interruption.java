package io.kvbench.runner.run;

import io.kvbench.core.engine.StopSignal;

/**
 * A scope in which a stop signal interrupts the thread that created it: for work that cannot check
 * the signal itself. Closing clears an interruption caused by the signal.
 */
public final class Interruption implements AutoCloseable {
  private final StopSignal stop;
  private final Thread thread = Thread.currentThread();
  private final Runnable interrupt = this::interrupt;
  private boolean open = true;
  private boolean interrupted;

  /** Begins to listen. */
  public Interruption(StopSignal stop) {
    this.stop = stop;
    stop.listen(interrupt);
  }

  private synchronized void interrupt() {
    if (open && !interrupted) {
      interrupted = true;
      thread.interrupt();
    }
  }

  @Override
  public void close() {
    stop.forget(interrupt);
    synchronized (this) {
      if (open && interrupted) {
        Thread.interrupted();
      }
      open = false;
    }
  }
}
