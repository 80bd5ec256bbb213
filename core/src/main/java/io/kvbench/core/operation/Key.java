package io.kvbench.core.operation;

import java.nio.charset.StandardCharsets;

/**
 * The name of a record: a sequence of bytes. Immutable and safe for any thread; may be kept.
 * Rendered on demand, so that a store that wants text and one that wants bytes each pay for their
 * own form only: every call of a method makes its form anew, so call one of them once.
 */
public interface Key {

  /** Returns a new array that holds the key's bytes; it is the caller's. */
  byte[] toByteArray();

  /** Returns the key as text, one character for each byte (ISO 8859-1). */
  @Override
  String toString();

  /** Returns a key of just these bytes; the array is copied. */
  static Key of(byte[] bytes) {
    return new LiteralKey(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /**
   * Returns a key of this text.
   *
   * @throws IllegalArgumentException if a character does not fit into one byte
   */
  static Key of(String text) {
    return new LiteralKey(text);
  }
}
