package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.Recorder;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PendingOperationTest {
  private static final long START = -5;

  /** From two years on 56 bits are too few; until then the highest of them may be set. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 1L << 40, 1L << 55, (1L << 56) - 1})
  void isDoneWheneverItEnds(long phaseNanos) {
    PhaseState phase =
        new PhaseState(
            new FixedClock(START + phaseNanos), new Recorder(false, 1), 1, Optional.empty());
    phase.start(START, Long.MAX_VALUE);
    PendingOperation operation =
        new OperationInFlight(
                phase, phase.recorder.client(0), Thread.ofVirtual().unstarted(() -> {}))
            .begin(OperationType.READ, START, START, false);
    assertThat(operation.isDone()).isFalse();

    operation.succeeded(Outcome.NOT_FOUND);

    assertThat(operation.isDone()).isTrue();
    assertThat(operation.status()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(operation.phaseNanos()).isEqualTo(phaseNanos);
  }

  private record FixedClock(long nanos) implements NanoClock {
    @Override
    public Instant instant() {
      return Instant.EPOCH;
    }

    @Override
    public void parkUntil(long until) {}
  }
}
