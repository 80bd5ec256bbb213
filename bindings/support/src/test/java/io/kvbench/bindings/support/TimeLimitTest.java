package io.kvbench.bindings.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TimeLimitTest {
  @Test
  void looksForWhatIsOlderThanTheLimitUntilASessionIsDone() throws Exception {
    Duration limit = Duration.ofMillis(200);
    TimeLimit watched = TimeLimit.start("test", limit);
    BlockingQueue<Long> looks = new LinkedBlockingQueue<>();
    CountDownLatch othersLooks = new CountDownLatch(10);
    try {
      watched.add(
          nanos -> {
            looks.add(watched.now() - nanos);
            return looks.size() == 3;
          });
      watched.add(
          nanos -> {
            othersLooks.countDown();
            return false;
          });
      othersLooks.await();
      assertThat(looks)
          .hasSize(3)
          .allMatch(behind -> behind >= limit.toNanos())
          .allMatch(behind -> behind < TimeUnit.MILLISECONDS.toNanos(220));
    } finally {
      watched.end();
    }
  }

  @Test
  void anOperationMayHaveALimitOfItsOwn() throws Exception {
    TimeLimit limit = TimeLimit.start("test", Duration.ofHours(1));
    try {
      Duration own = Duration.ofMillis(300);
      CompletableFuture<Long> ended = new CompletableFuture<>();
      long begun = System.nanoTime();
      long start = limit.startOf(own);
      limit.add(
          before -> {
            if (start < before) {
              ended.complete(System.nanoTime());
            }
            return ended.isDone();
          });
      assertThat(ended.get() - begun).isGreaterThanOrEqualTo(own.toNanos());
    } finally {
      limit.end();
    }
  }

  @Test
  void withoutALimitNothingIsWatched() throws Exception {
    TimeLimit none = TimeLimit.start("test-none", Duration.ZERO);
    none.add(nanos -> true);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("test-none-time-limit");
  }
}
