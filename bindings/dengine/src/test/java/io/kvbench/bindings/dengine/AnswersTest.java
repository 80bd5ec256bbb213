package io.kvbench.bindings.dengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.bindings.dengine.Answers.Answer;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AnswersTest {

  @Test
  void aFieldOfAnotherTypeIsAnUnknownField() throws IOException {
    // 2 as a number, then the error 1: together they look like a result that says "succeeded".
    Answer answer = Answers.answer(new byte[] {0x10, 0x02, 0x08, 0x01});

    assertThat(answer.succeeded()).isFalse();
    assertThat(answer.error()).isEqualTo(1);
    assertThat(Answers.scanned(new byte[] {0x08, 0x01})).isZero();
  }

  @Test
  void theEndOfAGroupThatWasNotBegunIsRefused() {
    byte[] message = {0x12, 0x02, 0x08, 0x01, 0x0C};

    assertThatThrownBy(() -> Answers.answer(message)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> Answers.event(message)).isInstanceOf(IOException.class);
  }

  @Test
  void groupsWithinGroupsAreRefusedBeforeTheStackIsFull() {
    byte[] message = new byte[1 << 20];
    Arrays.fill(message, (byte) 0x4B);

    assertThatThrownBy(() -> Answers.answer(message)).isInstanceOf(IOException.class);
  }
}
