package io.kvbench.runner.run.events;

import io.kvbench.core.measure.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A periodic reader of servers' metrics, on its own thread, until closed. */
public final class MetricsPoller implements AutoCloseable {
  private static final Duration ENDING = Duration.ofSeconds(3);

  private final List<NodeMetrics> nodes;
  private final Duration every;
  private final EventTally tally;
  private final NanoClock clock;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = Thread.ofPlatform().daemon().name("events").unstarted(this::run);

  MetricsPoller(List<NodeMetrics> nodes, Duration every, EventTally tally, NanoClock clock) {
    this.nodes = nodes;
    this.every = every;
    this.tally = tally;
    this.clock = clock;
    if (!nodes.isEmpty()) {
      thread.start();
    }
  }

  private void run() {
    try {
      do {
        look();
      } while (!closed.await(every.toMillis(), TimeUnit.MILLISECONDS));
      look();
    } catch (InterruptedException e) {
      // The end came while servers were slow to answer.
    }
  }

  private void look() {
    for (NodeMetrics node : nodes) {
      node.look(clock.instant(), tally);
    }
  }

  /** Ends without a last look, at once: an interrupted run has only seconds to end in. */
  public void abandon() {
    closed.countDown();
    thread.interrupt();
  }

  /** Has a last look. Bounded, also where servers do not answer. */
  @Override
  public void close() {
    closed.countDown();
    if (nodes.isEmpty()) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      thread.join(ENDING);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    thread.interrupt();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
