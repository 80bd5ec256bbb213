package io.kvbench.bindings.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PendingReleasesTest {
  private final PendingReleases releases = new PendingReleases();

  @Test
  void waitsForEveryRequestHoweverItEnds() throws Exception {
    Completion one = releases.begin();
    Completion other = releases.begin();
    Thread waiting = Thread.ofPlatform().start(this::await);

    one.succeeded(Outcome.OK);
    one.succeeded(Outcome.OK); // the second time has no effect
    assertThat(waiting.join(Duration.ofMillis(50))).isFalse();

    other.failed(ErrorKind.TIMEOUT, "no answer");
    waiting.join();
    releases.await(Duration.ofDays(1));
  }

  private void await() {
    try {
      releases.await(Duration.ofDays(1));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void givesUpAfterTheLimit() throws Exception {
    releases.begin();

    releases.await(Duration.ofMillis(1));
  }
}
