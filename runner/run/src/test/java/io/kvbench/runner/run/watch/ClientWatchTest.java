package io.kvbench.runner.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.results.format.ClientCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClientWatchTest {
  private static final NanoClock CLOCK = NanoClock.system();
  private static final int CPUS = Runtime.getRuntime().availableProcessors();

  /** Some systems count a thread's processor time in steps of this. */
  private static final long TICK_NANOS = 10_000_000;

  @Test
  void tellsHowThisProcessIsDoing() throws Exception {
    try (ClientWatch watch = begun()) {
      long begin = CLOCK.nanos();
      while (CLOCK.nanos() - begin < 300_000_000) {
        Thread.sleep(1);
      }

      ClientCondition condition = watch.condition().orElseThrow();

      assertThat(condition.cpuNanos()).isNotNegative();
      assertThat(condition.processors()).isEqualTo(Runtime.getRuntime().availableProcessors());
      assertThat(condition.hiccups().count()).isPositive();
      assertThat(condition.hiccups().times().count()).isEqualTo(condition.hiccups().count());
      assertThat(condition.stealShare().orElse(0)).isBetween(0.0, 1.0);
    }
  }

  @Test
  void leavesNoThreadBehind() {
    List<ClientWatch> watches = new ArrayList<>();
    for (int number = 0; number < 5; number++) {
      watches.add(begun());
    }
    assertThat(ours()).isEqualTo(5);

    watches.get(0).end();
    watches.forEach(ClientWatch::close);
    assertThat(ours()).isZero();
  }

  @Test
  void endsForACallerThatIsInterruptedAndLeavesItSo() {
    ClientWatch watch = begun();
    Thread.currentThread().interrupt();

    watch.end();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(ours()).isZero();
  }

  @Test
  void isEmptyWhereItHasNeverBegun() {
    try (ClientWatch watch = new ClientWatch(CLOCK)) {
      assertThat(watch.condition()).isEmpty();
      assertThat(ours()).isZero();
    }
  }

  /** Garbage and a busy thread all the time, seen through windows of any length. */
  @Test
  void noShareOfAWindowIsMoreThanAllOfIt() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicReference<byte[]> garbage = new AtomicReference<>();
    Thread busy =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  while (!stop.get()) {
                    garbage.set(new byte[1 << 18]);
                  }
                });
    try {
      Random random = new Random(7);
      for (int round = 0; round < 20; round++) {
        ClientCondition condition;
        long wall;
        try (ClientWatch watch = new ClientWatch(CLOCK)) {
          long begin = CLOCK.nanos();
          watch.begin();
          LockSupport.parkNanos(random.nextLong(1, 20_000_000));
          watch.end();
          wall = CLOCK.nanos() - begin;
          condition = watch.condition().orElseThrow();
        }

        long window = condition.watchedNanos().orElseThrow();
        assertThat(window).isBetween(1L, wall);
        assertThat(condition.gcPauseNanos()).isLessThanOrEqualTo(window);
        assertThat(condition.longestGcPauseNanos()).isLessThanOrEqualTo(condition.gcPauseNanos());
        assertThat(condition.cpuNanos()).isLessThanOrEqualTo((window + TICK_NANOS) * CPUS);
        assertThat(condition.hiccups().maxMicros()).isLessThanOrEqualTo(window / 1_000 + 1);
        assertThat(condition.longestPinnedNanos()).isLessThanOrEqualTo(window);
        condition
            .scheduling()
            .orElseThrow()
            .busiestThread()
            .ifPresent(
                thread -> assertThat(thread.cpuNanos()).isLessThanOrEqualTo(window + TICK_NANOS));
      }
    } finally {
      stop.set(true);
      busy.join();
    }
  }

  private static ClientWatch begun() {
    ClientWatch watch = new ClientWatch(CLOCK);
    watch.begin();
    return watch;
  }

  private static long ours() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("hiccups"))
        .count();
  }
}
