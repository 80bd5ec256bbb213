package io.kvbench.core.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of batched wake-ups, each on its own thread, since batching cannot be disabled. */
@Timeout(60)
class WakeBatchingTest {
  private final Queue<Runnable> tasks = new ArrayDeque<>();

  @Test
  void aThreadThatGathersNothingWakesAtOnce() throws InterruptedException {
    Sleeper sleeper = new Sleeper();

    WakeBatching.wake(sleeper.thread);

    sleeper.awaitWoken();
  }

  @Test
  void aThreadThatGathersWakesTogetherWhatItWouldHaveWokenOneByOne() throws InterruptedException {
    List<Sleeper> sleepers = sleepers(200);

    onThreadOfItsOwn(
        () -> {
          WakeBatching.gatherOn(tasks::add);
          sleepers.forEach(each -> WakeBatching.wake(each.thread));
          assertThat(tasks).hasSize(1);
          assertThat(sleepers).noneMatch(Sleeper::isWoken);
          tasks.remove().run();
        });

    for (Sleeper sleeper : sleepers) {
      sleeper.awaitWoken();
    }
  }

  @Test
  void whatIsWokenAfterTheTaskGetsATaskOfItsOwn() throws InterruptedException {
    List<Sleeper> sleepers = sleepers(2);

    onThreadOfItsOwn(
        () -> {
          WakeBatching.gatherOn(tasks::add);
          WakeBatching.wake(sleepers.get(0).thread);
          tasks.remove().run();
          WakeBatching.wake(sleepers.get(1).thread);
          assertThat(sleepers.get(1).isWoken()).isFalse();
          tasks.remove().run();
        });

    sleepers.get(0).awaitWoken();
    sleepers.get(1).awaitWoken();
    assertThat(tasks).isEmpty();
  }

  @Test
  void aLoopThatHasEndedLeavesNobodyAsleep() throws InterruptedException {
    List<Sleeper> sleepers = sleepers(2);

    onThreadOfItsOwn(
        () -> {
          WakeBatching.gatherOn(
              task -> {
                throw new RejectedExecutionException();
              });
          sleepers.forEach(each -> WakeBatching.wake(each.thread));
        });

    sleepers.get(0).awaitWoken();
    sleepers.get(1).awaitWoken();
  }

  @Test
  void otherThreadsDoNotGatherWithIt() throws InterruptedException {
    Sleeper sleeper = new Sleeper();
    onThreadOfItsOwn(() -> WakeBatching.gatherOn(tasks::add));

    onThreadOfItsOwn(() -> WakeBatching.wake(sleeper.thread));

    sleeper.awaitWoken();
    assertThat(tasks).isEmpty();
  }

  private static List<Sleeper> sleepers(int count) throws InterruptedException {
    List<Sleeper> sleepers = new ArrayList<>(count);
    for (int index = 0; index < count; index++) {
      sleepers.add(new Sleeper());
    }
    return sleepers;
  }

  private static void onThreadOfItsOwn(Runnable task) throws InterruptedException {
    List<Throwable> thrown = new ArrayList<>();
    Thread thread =
        Thread.ofPlatform().uncaughtExceptionHandler((t, e) -> thrown.add(e)).start(task);
    thread.join();
    assertThat(thrown).isEmpty();
  }

  /** A virtual thread that is parked until it is woken. */
  private static final class Sleeper {
    private final AtomicBoolean mayEnd = new AtomicBoolean();
    private final CountDownLatch parks = new CountDownLatch(1);
    private final Thread thread = Thread.startVirtualThread(this::sleep);

    Sleeper() throws InterruptedException {
      parks.await();
      while (thread.getState() != Thread.State.WAITING) {
        Thread.sleep(1);
      }
      mayEnd.set(true);
    }

    private void sleep() {
      parks.countDown();
      while (!mayEnd.get()) {
        LockSupport.park(this);
      }
    }

    boolean isWoken() {
      return thread.getState() != Thread.State.WAITING;
    }

    void awaitWoken() throws InterruptedException {
      assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
    }
  }
}
