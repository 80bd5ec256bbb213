package io.kvbench.core.binding;

import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the clients whose operations have ended. An event loop that reads many answers at a time
 * would otherwise stop at each of them to hand one client to the scheduler of virtual threads; a
 * tenth to a fifth of all processor time can go there. A binding that has such threads says so with
 * {@link #gatherOn}: clients are then woken together, when the loop has worked through what it has
 * read. The time of an answer is taken before, so that it is no part of what the store took.
 *
 * <p>Each instance belongs to one thread, and is used by that thread alone. On any other thread a
 * client is woken at once.
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
   * Gathers from now on what the calling thread wakes.
   *
   * @param loop runs what it is given on the calling thread, after what that thread is doing now;
   *     once it refuses, clients are woken at once
   */
  public static void gatherOn(Executor loop) {
    HERE.set(new WakeBatching(loop));
  }

  /** Wakes a thread that is parked: at once, or soon where the calling thread gathers. */
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

  /** Wakes all that wait, and forgets them. For the executor. */
  @Override
  public void run() {
    for (int index = 0; index < count; index++) {
      LockSupport.unpark(waiting[index]);
    }
    Arrays.fill(waiting, 0, count, null);
    count = 0;
  }
}
