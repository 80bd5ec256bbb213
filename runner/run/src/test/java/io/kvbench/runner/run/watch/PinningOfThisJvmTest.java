package io.kvbench.runner.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.results.format.ClientCondition;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that pinned carriers of the JVM that runs them are noticed. */
@Timeout(60)
class PinningOfThisJvmTest {
  static final CountDownLatch INSIDE = new CountDownLatch(1);
  static final CountDownLatch LET_GO = new CountDownLatch(1);

  /**
   * A class whose initialization waits. Class initialization is native code, which pins virtual
   * threads.
   */
  static final class Slow {
    static final boolean WAITED = waited();

    private Slow() {}

    private static boolean waited() {
      INSIDE.countDown();
      try {
        return LET_GO.await(50, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void aPinnedThreadIsFoundAndOneThatOnlyWaitsIsNot() throws Exception {
    try (ClientWatch watch = new ClientWatch(NanoClock.system())) {
      watch.begin();
      CountDownLatch done = new CountDownLatch(1);
      Thread waits = Thread.ofVirtual().start(() -> await(done));
      while (waits.getState() != Thread.State.WAITING) {
        Thread.sleep(10);
      }
      Thread.sleep(300);
      done.countDown();
      waits.join();

      assertThat(watch.condition().orElseThrow().pinnedNanos())
          .isLessThan(TimeUnit.MILLISECONDS.toNanos(250));
    }

    ClientCondition condition;
    try (ClientWatch watch = new ClientWatch(NanoClock.system())) {
      watch.begin();
      Thread pinned = Thread.ofVirtual().start(() -> assertThat(Slow.WAITED).isTrue());
      INSIDE.await();
      while (Carrier.all().stream().noneMatch(Carrier::isHeld)) {
        Thread.sleep(10);
      }
      Thread.sleep(1_000);
      LET_GO.countDown();
      pinned.join();
      condition = watch.condition().orElseThrow();
    }
    assertThat(condition.longestPinnedNanos()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(300));
    assertThat(condition.pinnedNanos()).isGreaterThanOrEqualTo(condition.longestPinnedNanos());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
