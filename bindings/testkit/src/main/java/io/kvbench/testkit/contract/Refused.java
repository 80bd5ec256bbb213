package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.testkit.Answer;

/** Assertions on the answers to operations that are rejected. */
final class Refused {
  private Refused() {}

  static void assertInvalid(Answer answer) throws InterruptedException {
    assertThat(answer.status()).as(answer::toString).isEqualTo(ErrorKind.INVALID);
    assertExplained(answer);
  }

  /** Asserts the rejection of a request that is too large, or whose key cannot be stored. */
  static void assertNotTaken(Answer answer) throws InterruptedException {
    assertThat(answer.status()).as(answer::toString).isIn(ErrorKind.INVALID, ErrorKind.TOO_LARGE);
    assertExplained(answer);
  }

  private static void assertExplained(Answer answer) throws InterruptedException {
    assertThat(answer.message()).isNotBlank().doesNotContain("\n", "Exception");
  }
}
