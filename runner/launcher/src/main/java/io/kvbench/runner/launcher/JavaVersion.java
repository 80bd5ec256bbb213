package io.kvbench.runner.launcher;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of Java as an installation states it: {@code 1.8.0_392}, {@code 21-ea} or {@code
 * 25.0.1+9}. Ordered by its numbers, an early-access build before the release of the same numbers.
 */
final class JavaVersion implements Comparable<JavaVersion> {
  /** The feature number of the oldest Java that kvbench runs on. */
  static final int NEEDED = 21;

  private static final Pattern FORM =
      Pattern.compile("(\\d{1,9}(?:[._]\\d{1,9})*)(-[A-Za-z][^+]*)?(?:[-+].*)?");

  private final String text;
  private final int[] numbers;
  private final boolean early;

  private JavaVersion(String text, int[] numbers, boolean early) {
    this.text = text;
    this.numbers = numbers;
    this.early = early;
  }

  static Optional<JavaVersion> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    // Up to Java 8 the feature is the second number, and a hyphen precedes a build number.
    boolean old = text.startsWith("1.");
    String[] parts = matcher.group(1).substring(old ? 2 : 0).split("[._]", -1);
    int[] numbers = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      numbers[i] = Integer.parseInt(parts[i]);
    }
    return Optional.of(new JavaVersion(text, numbers, !old && matcher.group(2) != null));
  }

  /** Returns the feature number of the release: 8, 17, 25. */
  int feature() {
    return numbers[0];
  }

  @Override
  public int compareTo(JavaVersion other) {
    for (int i = 0; i < Math.max(numbers.length, other.numbers.length); i++) {
      int order = Integer.compare(number(i), other.number(i));
      if (order != 0) {
        return order;
      }
    }
    return Boolean.compare(other.early, early);
  }

  /** Missing numbers are zeros: 21 is 21.0.0. */
  private int number(int index) {
    return index < numbers.length ? numbers[index] : 0;
  }

  @Override
  public String toString() {
    return text;
  }
}
