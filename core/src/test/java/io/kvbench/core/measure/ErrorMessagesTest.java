package io.kvbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import org.junit.jupiter.api.Test;

final class ErrorMessagesTest {
  private final ErrorMessages messages = new ErrorMessages();

  @Test
  void countsTheMostFrequentFirst() {
    messages.count(OperationType.READ, ErrorKind.TIMEOUT, "slow", 1);
    messages.count(OperationType.READ, ErrorKind.OTHER, "odd", 1);
    messages.count(OperationType.READ, ErrorKind.OTHER, "odd", 1);

    assertThat(messages.list())
        .containsExactly(
            new ErrorMessages.Counted(OperationType.READ, ErrorKind.OTHER, "odd", 2),
            new ErrorMessages.Counted(OperationType.READ, ErrorKind.TIMEOUT, "slow", 1));
  }

  @Test
  void isBoundedAndLosesNoCount() {
    for (int number = 0; number < 10_000; number++) {
      messages.count(OperationType.READ, ErrorKind.OTHER, "message " + number, 1);
    }

    assertThat(messages.list()).hasSizeLessThanOrEqualTo(ErrorMessages.MOST_DISTINCT + 1);
    assertThat(messages.list().stream().mapToLong(ErrorMessages.Counted::count).sum())
        .isEqualTo(10_000);
  }

  @Test
  void cutsLongMessages() {
    messages.count(OperationType.READ, ErrorKind.OTHER, "x".repeat(100_000), 1);

    assertThat(messages.list().getFirst().message()).hasSizeLessThan(400).endsWith("...");
  }
}
