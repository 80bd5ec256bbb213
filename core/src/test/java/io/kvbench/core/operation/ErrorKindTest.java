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
        .containsExactly(OperationType.READ_MODIFY_WRITE, OperationType.READ_COMPARE_AND_SET);
  }
}
