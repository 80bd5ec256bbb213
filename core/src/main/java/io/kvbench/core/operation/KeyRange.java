package io.kvbench.core.operation;

import java.util.Arrays;
import java.util.Optional;

/** The range of keys that a {@link Operation.Range} covers, in order as unsigned bytes. */
public sealed interface KeyRange {

  /** All records of the workload. */
  record All() implements KeyRange {}

  /** All records whose keys begin with a prefix. */
  record Prefix(Key prefix) implements KeyRange {

    /** Returns the first key behind all that begin with the prefix; empty if there is none. */
    public Optional<Key> end() {
      byte[] bytes = prefix.toByteArray();
      for (int at = bytes.length - 1; at >= 0; at--) {
        if (bytes[at] != (byte) 0xFF) {
          byte[] next = Arrays.copyOf(bytes, at + 1);
          next[at]++;
          return Optional.of(Key.of(next));
        }
      }
      return Optional.empty();
    }
  }

  /**
   * All records from one key to another.
   *
   * @param start the first key, included; empty for the first of all records
   * @param end the key behind the last, excluded; empty to go up to the last of all records
   */
  record Between(Optional<Key> start, Optional<Key> end) implements KeyRange {}

  /** Returns the same records by their bounds. */
  default Between bounds() {
    return switch (this) {
      case Between between -> between;
      case All all -> new Between(Optional.empty(), Optional.empty());
      case Prefix prefix -> new Between(Optional.of(prefix.prefix()), prefix.end());
    };
  }

  /** Returns the records from a key on. */
  static KeyRange from(Key start) {
    return new Between(Optional.of(start), Optional.empty());
  }

  /** Returns the records between two keys in any order, both included. */
  static KeyRange between(Key one, Key other) {
    boolean inOrder = Arrays.compareUnsigned(one.toByteArray(), other.toByteArray()) <= 0;
    return new Between(
        Optional.of(inOrder ? one : other), Optional.of(successor(inOrder ? other : one)));
  }

  /** Returns the smallest key greater than a key. */
  static Key successor(Key key) {
    byte[] bytes = key.toByteArray();
    return Key.of(Arrays.copyOf(bytes, bytes.length + 1));
  }
}
