package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.ClientTimeAccount;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.Recorder;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Request;
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
    Client client =
        new Client(
            phase, (operation, completion) -> {}, false, new NoPace(), phase.recorder.client(0), 0);
    PendingOperation operation = client.begin(OperationType.READ, START, START, false);
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

  private static final class NoPace implements Pace {
    @Override
    public long next(ClientTimeAccount account, int ahead) {
      return END;
    }

    @Override
    public Request request() {
      return PhaseTests.READ;
    }

    @Override
    public boolean isOver() {
      return true;
    }

    @Override
    public boolean isPaced() {
      return false;
    }
  }
}
