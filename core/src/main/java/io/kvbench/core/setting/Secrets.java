package io.kvbench.core.setting;

import java.util.regex.Pattern;

/** Passwords and tokens inside of texts that are shown. */
public final class Secrets {
  static final String MASK = "********";

  /**
   * What follows the user in {@code user:password@host}, also in a URL. Before a time it is the
   * target of a step, as in {@code kill:leader@10s}, and before a digest the tag of an image.
   */
  private static final Pattern PASSWORD =
      Pattern.compile(
          "([^\\s,;'\"/@:=]{1,256}+:)[^\\s,'\"/@][^\\s,'\"@]{0,1024}+(@)"
              + "(?!\\d+(?:\\.\\d+)?(?:ns|us|ms|s|m|h)(?![\\w-]|[.:]\\w)|TIME\\b|sha\\d+:)");

  /** A user or token alone in {@code http://token@host}. */
  private static final Pattern USER = Pattern.compile("(://)[^\\s,'\"/@:]{1,1024}+(@)");

  /** The value of a flag or a property whose name says that it is secret. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)((?:passw|passphrase|secret|token|credential|encrypt|digest|management"
              + "|api[-_]?key|private[-_]?key)(?!\\w{0,40}[-_.]?(?:file|path|dir))"
              + "[\\w.-]{0,40}[\"']?\\s{0,3}(?:[=:]\\s{0,3}|\\s)[\"']?)(?![\\s=:{-])[^\\s,;\"'}]++");

  private Secrets() {}

  /** Returns the text with passwords of users, as in {@code user:password@host}, masked. */
  public static String mask(String text) {
    if (text.indexOf('@') < 0) {
      return text;
    }
    String masked = PASSWORD.matcher(text).replaceAll("$1" + MASK + "$2");
    return USER.matcher(masked).replaceAll("$1" + MASK + "$2");
  }

  /** Returns a command line's flags with the values of those that are secret masked, too. */
  public static String maskFlags(String flags) {
    return NAMED.matcher(mask(flags)).replaceAll("$1" + MASK);
  }
}
