package io.kvbench.runner.run.watch;

import io.kvbench.core.measure.NanoClock;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that measures hiccups. On each wake-up it also samples the carriers of the virtual
 * threads, and periodically compares the clocks; both are cheap.
 */
final class SleepingThread implements AutoCloseable {
  private static final long SELDOM_NANOS = 100_000_000;

  private final NanoClock clock;
  private final HiccupMeter hiccups;
  private final ClockSteps steps;
  private final PinMeter pins = new PinMeter(HiccupMeter.PERIOD_NANOS);
  private final WakeMeter wakes;
  private final Thread thread;
  private volatile boolean stopped;

  SleepingThread(NanoClock clock) {
    this.clock = clock;
    hiccups = new HiccupMeter(clock);
    steps = new ClockSteps(clock);
    wakes = new WakeMeter(clock);
    thread = Thread.ofPlatform().daemon().name("hiccups").start(this::run);
  }

  private void run() {
    long seldom = clock.nanos();
    List<Carrier> carriers = Carrier.all();
    while (true) {
      long now = hiccups.sleep(() -> stopped);
      if (stopped) {
        break;
      }
      pins.look(carriers, now);
      if (now - seldom >= SELDOM_NANOS) {
        seldom = now;
        steps.sample();
        boolean unused = wakes.wake();
        carriers = Carrier.all();
      }
    }
    steps.sample();
  }

  /**
   * To be called when closed, as are the two that follow: meters belong to the thread till then.
   */
  HiccupMeter hiccups() {
    return hiccups;
  }

  ClockSteps steps() {
    return steps;
  }

  PinMeter pins() {
    return pins;
  }

  WakeMeter wakes() {
    return wakes;
  }

  /** Returns when the thread has ended, which is at once: it is awakened. */
  @Override
  public void close() {
    stopped = true;
    LockSupport.unpark(thread);
    wakes.close();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
