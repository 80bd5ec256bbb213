package io.kvbench.testkit;

import java.util.OptionalInt;
import java.util.function.Predicate;

/**
 * Which keys a system can store.
 *
 * @param words the rule as it stands in the guide's table, without the longest key
 * @param takes whether a key of a sensible length can be stored, by its text: one character for
 *     each byte
 * @param longest the longest key in bytes, where there is a limit that a test can reach
 */
public record KeyRule(String words, Predicate<String> takes, OptionalInt longest) {

  /** Any bytes at all, the empty key included. */
  public static KeyRule anyBytes() {
    return new KeyRule("any bytes", key -> true, OptionalInt.empty());
  }
}
