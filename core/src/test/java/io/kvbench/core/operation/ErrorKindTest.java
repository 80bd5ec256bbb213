package io.kvbench.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ErrorKindTest {

  @Test
  void onlyALostConnectionAndAnEndedSessionNeedToBeRestored() {
    assertThat(Arrays.stream(ErrorKind.values()).filter(ErrorKind::breaksSession))
        .containsExactlyInAnyOrder(ErrorKind.CONNECTION_LOST, ErrorKind.SESSION_EXPIRED);
  }

  @Test
  void onlyCompositesAreMeasuredOverSeveralOperations() {
    assertThat(Arrays.stream(OperationType.values()).filter(OperationType::isComposite))
        .containsExactly(
            OperationType.READ_MODIFY_WRITE,
            OperationType.READ_COMPARE_AND_SET,
            OperationType.PAGED_RANGE,
            OperationType.ONE_SHOT_READ,
            OperationType.STM,
            OperationType.STM_ATTEMPT,
            OperationType.CRITICAL_SECTION,
            OperationType.LEADERSHIP,
            OperationType.LOCK_HANDOVER,
            OperationType.LOCK_FAILOVER,
            OperationType.LEASE_RENEWAL,
            OperationType.LEASE_CYCLE,
            OperationType.LEASE_LIFETIME,
            OperationType.MEMBERSHIP,
            OperationType.WATCH_CATCH_UP,
            OperationType.LEASE_EXPIRY,
            OperationType.WATCH_CREATE,
            OperationType.WATCH_DELIVERY,
            OperationType.WATCH_LAG,
            OperationType.WATCH_REARM,
            OperationType.WATCH_RESUME);
  }
}
