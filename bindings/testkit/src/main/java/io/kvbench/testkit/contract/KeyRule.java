package io.kvbench.testkit.contract;

import java.util.OptionalInt;
import java.util.function.Predicate;

/**
 * The keys that a system can store.
 *
 * @param words the rule as in the guide's table, without the longest key
 * @param takes whether a key of a reasonable length can be stored, by its text: one character for
 *     each byte
 * @param longest the longest key in bytes, if there is a limit that a test can reach
 */
public record KeyRule(String words, Predicate<String> takes, OptionalInt longest) {

  /** Any bytes, including the empty key. */
  public static KeyRule anyBytes() {
    return new KeyRule("any bytes", key -> true, OptionalInt.empty());
  }
}
