package io.kvbench.core.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class KeyTest {

  @Test
  void textAndBytesAreTwoFormsOfOneKey() {
    byte[] bytes = {'k', 0, (byte) 0x80, (byte) 0xFF};

    Key key = Key.of(bytes);

    assertThat(key.toByteArray()).isEqualTo(bytes);
    assertThat(key).hasToString("k\u0000\u0080\u00FF");
    assertThat(key).isEqualTo(Key.of("k\u0000\u0080\u00FF"));
  }

  @Test
  void theBytesAreCopiedInAndOut() {
    byte[] bytes = {1, 2, 3};
    Key key = Key.of(bytes);

    bytes[0] = 9;
    key.toByteArray()[1] = 9;

    assertThat(key.toByteArray()).containsExactly(1, 2, 3);
  }

  @Test
  void aCharacterThatIsNoByteIsRefused() {
    assertThat(Key.of("\u00FF").toByteArray()).containsExactly(0xFF);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Key.of("user\u0100"))
        .withMessageContaining("bytes");
    assertThatIllegalArgumentException().isThrownBy(() -> Key.of("\u20AC"));
  }
}
