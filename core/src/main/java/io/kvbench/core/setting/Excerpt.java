package io.kvbench.core.setting;

import java.util.List;

/** Shortened texts and lists for messages: the beginning is enough to find or recognize them. */
public final class Excerpt {
  private static final int LONGEST = 200;

  private static final int MOST_NAMES = 8;

  private Excerpt() {}

  /** Returns all names, or the first of them and how many more there are. */
  public static String of(List<String> names) {
    return names.size() <= MOST_NAMES + 1
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, MOST_NAMES))
            + " and "
            + (names.size() - MOST_NAMES)
            + " more";
  }

  /** Returns the text, or its beginning and its length. */
  public static String of(String text) {
    return text.length() <= LONGEST
        ? text
        : text.substring(0, LONGEST) + "... (" + text.length() + " characters)";
  }
}
