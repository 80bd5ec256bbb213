package io.kvbench.runner.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.result.ClientCondition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClientWatchTest {
  private static final NanoClock CLOCK = NanoClock.system();

  @Test
  void tellsHowThisProcessIsDoing() throws Exception {
    try (ClientWatch watch = ClientWatch.start(CLOCK)) {
      long begin = CLOCK.nanos();
      while (CLOCK.nanos() - begin < 300_000_000) {
        Thread.sleep(1);
      }

      ClientCondition condition = watch.stop();

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
      watches.add(ClientWatch.start(CLOCK));
    }
    assertThat(ours()).isEqualTo(5);

    watches.get(0).stop();
    watches.forEach(ClientWatch::close);
    assertThat(ours()).isZero();
  }

  @Test
  void endsForACallerThatIsInterruptedAndLeavesItSo() {
    ClientWatch watch = ClientWatch.start(CLOCK);
    Thread.currentThread().interrupt();

    watch.stop();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(ours()).isZero();
  }

  private static long ours() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("hiccups"))
        .count();
  }
}
