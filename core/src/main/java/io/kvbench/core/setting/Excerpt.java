package io.kvbench.core.setting;

/** Texts that users gave, cut for messages: the beginning is enough to find them. */
public final class Excerpt {
  private static final int LONGEST = 200;

  private Excerpt() {}

  /** Returns the text, or its beginning and how long it is. */
  public static String of(String text) {
    return text.length() <= LONGEST
        ? text
        : text.substring(0, LONGEST) + "... (" + text.length() + " characters)";
  }
}
