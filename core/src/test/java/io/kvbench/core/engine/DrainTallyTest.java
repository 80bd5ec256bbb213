package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.Drain;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import org.junit.jupiter.api.Test;

class DrainTallyTest {

  @Test
  void timesBetweenOperationsAreNoOperationsButDeliveriesHaveARate() {
    DrainTally tally = new DrainTally();
    tally.add(OperationType.UNLOCK, Outcome.OK, 1, 2);
    tally.add(OperationType.CRITICAL_SECTION, Outcome.OK, 1, 2);
    tally.add(OperationType.LOCK_HANDOVER, Outcome.OK, 1, 1);
    tally.add(OperationType.WATCH_CREATE, Outcome.OK, 1, 7);
    tally.add(OperationType.WATCH_REARM, Outcome.OK, 1, 7);
    tally.add(OperationType.WATCH_DELIVERY, Outcome.OK, 1, 7);

    Drain drain = tally.over(10);

    assertThat(drain.operations()).isEqualTo(2);
    assertThat(drain.okCount()).isEqualTo(2);
    assertThat(drain.okOperations().keySet())
        .containsExactlyInAnyOrder(
            OperationType.UNLOCK, OperationType.CRITICAL_SECTION, OperationType.WATCH_DELIVERY);
  }
}
