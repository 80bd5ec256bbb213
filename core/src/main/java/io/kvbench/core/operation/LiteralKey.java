package io.kvbench.core.operation;

import java.nio.charset.StandardCharsets;

/** A key with literal bytes. */
record LiteralKey(String text) implements Key {

  LiteralKey {
    if (!Key.isKey(text)) {
      throw new IllegalArgumentException(
          "a key is a sequence of bytes; not one byte each: " + text);
    }
  }

  @Override
  public byte[] toByteArray() {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public String toString() {
    return text;
  }
}
