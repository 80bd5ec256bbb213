package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.RetriedInsert;
import io.kvbench.core.operation.Value;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of inserts that are sent again after an error. */
@Timeout(60)
final class RetriedInsertTest extends PhaseTests {
  private static final RetriedInsert INSERT =
      new RetriedInsert(new Operation.Insert(KEY, Value.of(new byte[] {7})), 2, Duration.ZERO);

  @Test
  void everyAttemptIsAnInsertAndTheRequestIsOne() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              if (index % 3 == 2) {
                completion.succeeded(Outcome.OK);
              } else {
                completion.failed(ErrorKind.UNAVAILABLE, "no leader");
              }
            });

    PhaseMeasurement measured = run(closed(1, 4), store, INSERT, LIMITS);

    assertThat(measured.requests()).isEqualTo(4);
    assertThat(measured.recorded().operations()).containsOnlyKeys(OperationType.INSERT);
    assertThat(measured.recorded().count(OperationType.INSERT, Outcome.OK)).isEqualTo(4);
    assertThat(measured.recorded().count(OperationType.INSERT, ErrorKind.UNAVAILABLE)).isEqualTo(8);
  }

  @Test
  void theNextRecordFollowsTheLastAttempt() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> completion.failed(ErrorKind.OTHER, "no"));

    PhaseMeasurement measured = run(closed(1, 2), store, INSERT, LIMITS);

    assertThat(measured.requests()).isEqualTo(2);
    assertThat(measured.recorded().count(OperationType.INSERT, ErrorKind.OTHER)).isEqualTo(6);
  }
}
