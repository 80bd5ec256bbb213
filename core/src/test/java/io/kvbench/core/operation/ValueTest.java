package io.kvbench.core.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueTest {
  private static final byte[] BYTES = {10, 11, 12, 13, 14};

  @Test
  void aWindowShowsItsBytesAndNoOthers() {
    Value window = Value.of(BYTES, 1, 3);

    assertThat(window.size()).isEqualTo(3);
    assertThat(window.toByteArray()).containsExactly(11, 12, 13);
    ByteBuffer view = window.toByteBuffer();
    assertThat(view.remaining()).isEqualTo(3);
    assertThat(view.capacity()).isEqualTo(3);
    assertThat(view.get(0)).isEqualTo((byte) 11);
  }

  @Test
  void aWholeArrayIsNotCopied() {
    assertThat(Value.of(BYTES).toByteArray()).isSameAs(BYTES);
    assertThat(Value.of(BYTES, 0, 5).toByteArray()).isSameAs(BYTES);
    assertThat(Value.of(BYTES, 0, 4).toByteArray()).isNotSameAs(BYTES).hasSize(4);
  }

  @Test
  void aWindowMayBeEmptyAtEitherEnd() {
    assertThat(Value.of(BYTES, 0, 0).toByteArray()).isEmpty();
    assertThat(Value.of(BYTES, 5, 0).toByteArray()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"-1,1", "0,-1", "0,6", "5,1", "6,0", "3,3", "2147483647,1", "1,2147483647"})
  void aWindowMustLieWithinTheArray(int offset, int size) {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> Value.of(BYTES, offset, size));
  }

  @Test
  void theViewIsReadOnlyAndEachHasItsOwnPosition() {
    Value value = Value.of(BYTES, 1, 3);
    ByteBuffer view = value.toByteBuffer();

    assertThatExceptionOfType(ReadOnlyBufferException.class)
        .isThrownBy(() -> view.put(0, (byte) 0));
    view.get();
    assertThat(value.toByteBuffer().position()).isZero();
  }

  @Test
  void equalsByContentWhereverItLies() {
    Value window = Value.of(BYTES, 1, 3);
    Value whole = Value.of(new byte[] {11, 12, 13});

    assertThat(window).isEqualTo(whole).hasSameHashCodeAs(whole);
    assertThat(window).isNotEqualTo(Value.of(BYTES, 1, 2));
    assertThat(window).isNotEqualTo(Value.of(BYTES, 2, 3));
    assertThat(window).isNotEqualTo("3 bytes");
  }

  @Test
  void doesNotShowItsContent() {
    assertThat(Value.of(BYTES, 1, 3)).hasToString("3 bytes");
  }
}
