package io.kvbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import java.util.List;
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

  @Test
  void sumsListsAndKeepsTheMostFrequentOfAll() {
    ErrorMessages other = new ErrorMessages();
    for (int number = 0; number < 150; number++) {
      messages.count(OperationType.READ, ErrorKind.OTHER, "of one " + number, 10 + number);
      other.count(OperationType.READ, ErrorKind.OTHER, "of other " + number, 1);
    }
    other.count(OperationType.READ, ErrorKind.OTHER, "of one 3", 1_000);
    other.count(OperationType.READ, ErrorKind.OTHER, "x".repeat(100_000), 500);

    List<ErrorMessages.Counted> sum = ErrorMessages.sum(List.of(messages.list(), other.list()));

    assertThat(sum.getFirst())
        .isEqualTo(
            new ErrorMessages.Counted(OperationType.READ, ErrorKind.OTHER, "of one 3", 1_013));
    assertThat(sum.get(1).message()).startsWith("xxx").endsWith("x...").hasSizeLessThan(310);
    assertThat(sum).hasSize(ErrorMessages.MOST_DISTINCT + 1);
    assertThat(sum.stream().filter(counted -> counted.message().startsWith("of one"))).hasSize(150);
    assertThat(sum.stream().mapToLong(ErrorMessages.Counted::count).sum())
        .isEqualTo(
            messages.list().stream().mapToLong(ErrorMessages.Counted::count).sum()
                + other.list().stream().mapToLong(ErrorMessages.Counted::count).sum());
    assertThat(ErrorMessages.sum(List.of(sum))).isEqualTo(sum);
  }
}
