package io.kvbench.core.binding;

import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Batched wake-ups of clients whose operations have ended. An event loop that reads many answers at
 * a time would otherwise stop at each of them to hand one client to the scheduler of virtual
 * threads, which can cost a tenth to a fifth of all processor time. A binding with such threads
 * calls {@link #gatherOn}: clients are then woken together, after the loop has processed what it
 * has read. The time of an answer is taken before, so this delay is not measured as the store's
 * time.
 *
 * <p>Each instance belongs to one thread. On any other thread a client is woken at once.
 */
public final class WakeBatching implements Runnable {
  private static final ThreadLocal<@Nullable WakeBatching> HERE = new ThreadLocal<>();
  private static final int FIRST_SIZE = 64;

  private final Executor loop;
  private Thread[] waiting = new Thread[FIRST_SIZE];
  private int count;

  private WakeBatching(Executor loop) {
    this.loop = loop;
  }

  /**
   * Batches from now on the wake-ups by the calling thread.
   *
   * @param loop runs tasks on the calling thread, after its current one; once it refuses, clients
   *     are woken at once
   */
  public static void gatherOn(Executor loop) {
    HERE.set(new WakeBatching(loop));
  }

  /** Wakes a parked thread: at once, or soon if the calling thread batches wake-ups. */
  public static void wake(Thread parked) {
    WakeBatching here = HERE.get();
    if (here == null) {
      LockSupport.unpark(parked);
    } else {
      here.add(parked);
    }
  }

  private void add(Thread parked) {
    if (count == waiting.length) {
      waiting = Arrays.copyOf(waiting, 2 * count);
    }
    waiting[count++] = parked;
    if (count == 1) {
      wakeSoon();
    }
  }

  private void wakeSoon() {
    try {
      loop.execute(this);
    } catch (RejectedExecutionException e) {
      run();
    }
  }

  /** Wakes all waiting threads and clears the batch. For the executor. */
  @Override
  public void run() {
    for (int index = 0; index < count; index++) {
      LockSupport.unpark(waiting[index]);
    }
    Arrays.fill(waiting, 0, count, null);
    count = 0;
  }
}
