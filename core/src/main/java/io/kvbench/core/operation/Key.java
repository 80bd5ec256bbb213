package io.kvbench.core.operation;

import java.nio.charset.StandardCharsets;

/**
 * The name of a record: a sequence of bytes. Immutable and safe for any thread; may be kept.
 * Rendered on demand, as text or as bytes, so that a binding pays only for the form it uses. Every
 * call renders the key again, so call one method, once.
 */
public interface Key {

  /** Returns the key's bytes in a new array, which the caller owns. */
  byte[] toByteArray();

  /** Returns the key as text, one character for each byte (ISO 8859-1). */
  @Override
  String toString();

  /** Returns a key of these bytes; the array is copied. */
  static Key of(byte[] bytes) {
    return new LiteralKey(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /** Returns whether a text is a key: each character fits into one byte. */
  static boolean isKey(String text) {
    return text.chars().allMatch(character -> character <= 0xFF);
  }

  /**
   * Returns a key with this text.
   *
   * @throws IllegalArgumentException if a character does not fit into one byte
   */
  static Key of(String text) {
    return new LiteralKey(text);
  }
}
