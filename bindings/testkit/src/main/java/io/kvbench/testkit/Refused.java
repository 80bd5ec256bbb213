package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;

/** What the answer to an operation that cannot be done looks like. */
final class Refused {
  private Refused() {}

  static void assertInvalid(Answer answer) throws InterruptedException {
    assertThat(answer.status()).as(answer::toString).isEqualTo(ErrorKind.INVALID);
    assertExplained(answer);
  }

  /** A request with more than the system takes at once, or with a key that it cannot store. */
  static void assertNotTaken(Answer answer) throws InterruptedException {
    assertThat(answer.status()).as(answer::toString).isIn(ErrorKind.INVALID, ErrorKind.TOO_LARGE);
    assertExplained(answer);
  }

  private static void assertExplained(Answer answer) throws InterruptedException {
    assertThat(answer.message()).isNotBlank().doesNotContain("\n", "Exception");
  }
}
