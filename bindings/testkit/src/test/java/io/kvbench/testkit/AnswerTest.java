package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class AnswerTest {
  private final Answer answer = new Answer();

  @Test
  void keepsTheFirstAndCountsAll() throws Exception {
    assertThat(answer.isThere()).isFalse();
    answer.failed(ErrorKind.TIMEOUT, "no answer in time");
    answer.succeeded(Outcome.OK);

    assertThat(answer.isThere()).isTrue();
    assertThat(answer.status()).isEqualTo(ErrorKind.TIMEOUT);
    assertThat(answer.message()).isEqualTo("no answer in time");
    assertThat(answer.calls()).isEqualTo(2);
    assertThat(answer).hasToString("TIMEOUT: no answer in time");
  }

  @Test
  void copiesTheValue() throws Exception {
    byte[] shared = {1, 2, 3};
    answer.found(ByteBuffer.wrap(shared, 1, 2), 7);
    shared[1] = 9;

    assertThat(answer.status()).isEqualTo(Outcome.OK);
    assertThat(answer.value()).containsExactly(2, 3);
    assertThat(answer.version()).isEqualTo(7);
    assertThat(answer.thread()).isSameAs(Thread.currentThread());
  }
}
