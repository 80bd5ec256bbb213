package io.kvbench.runner.run;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Operation;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A queue with one server and a known service rate: operations are served one after the other, each
 * at a time determined by the previous ones. Times are a schedule, so a busy machine may answer
 * late but does not serve fewer. With noise, every tenth of a second has a separate rate, from a
 * normal distribution around the mean.
 */
final class QueueStore implements ScriptedStore.Script, AutoCloseable {
  private static final long BLOCK_NANOS = 100_000_000L;
  private static final double SLOWEST = 0.2;

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("queue").unstarted(task));
  private final double perSecond;
  private final double noise;
  private final long seed;
  private long freeNanos = System.nanoTime();

  /**
   * Opens a queue.
   *
   * @param noise the standard deviation of the rate, as a share of it
   */
  QueueStore(double perSecond, double noise, long seed) {
    this.perSecond = perSecond;
    this.noise = noise;
    this.seed = seed;
  }

  @Override
  public void answer(long number, Operation operation, Session honest, Completion completion) {
    long now = System.nanoTime();
    long served;
    synchronized (this) {
      long begin = Math.max(now, freeNanos);
      served = begin + Math.round(1e9 / rate(begin / BLOCK_NANOS));
      freeNanos = served;
    }
    Object unused =
        timer.schedule(
            () -> honest.submit(operation, completion), served - now, TimeUnit.NANOSECONDS);
  }

  /** Seeds that follow each other must not make rates alike, as those of {@code Random} do. */
  private double rate(long block) {
    double factor =
        noise == 0 ? 1 : 1 + noise * new SplittableRandom(seed * 31 + block).nextGaussian();
    return perSecond * Math.max(SLOWEST, factor);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
