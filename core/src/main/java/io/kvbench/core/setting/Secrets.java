package io.kvbench.core.setting;

import java.util.List;
import java.util.regex.Pattern;

/** Masks for passwords and tokens in displayed texts: in URLs, endpoints and flags. */
public final class Secrets {
  static final String MASK = "********";

  /**
   * The password in {@code user:password@host:port}. Without a port it may be a step of a fault, as
   * in {@code kill:leader@10s}, or anything else; before a digest it is the tag of an image.
   */
  private static final Pattern ENDPOINT =
      Pattern.compile(
          "([^\\s,;'\"/@:=]{1,256}+:)[^\\s,'\"/@][^\\s,'\"@]{0,1024}+(@)"
              + "(?=(?:[\\w.-]{1,255}+|\\[[\\w:.%]{1,255}+]):\\d)(?!(?:\\d+|sha\\d+):)");

  /** The same in {@code http://user:password@host}. */
  private static final Pattern URL =
      Pattern.compile("(//[^\\s,'\"/@:]{0,256}+:)[^\\s'\"/@]{1,1024}+(@)");

  /** A user or token alone in {@code http://token@host}. */
  private static final Pattern USER = Pattern.compile("(//)[^\\s,'\"/@:]{1,1024}+(@)");

  /** The value of a flag or a property with a name of secrets. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)((?:passw|passphrase|secret|token|credential|encrypt|digest|management"
              + "|api[-_]?key|private[-_]?key)(?!\\w{0,40}[-_.]?(?:file|path|dir))"
              + "[\\w.-]{0,40}[\"']?\\s{0,3}(?:[=:]\\s{0,3}|\\s)[\"']?)(?![\\s=:{-])[^\\s,;\"'}]++");

  private Secrets() {}

  /** Returns the text with passwords in URLs and endpoints masked. */
  public static String mask(String text) {
    if (text.indexOf('@') < 0) {
      return text;
    }
    String masked = text;
    for (Pattern secret : List.of(URL, ENDPOINT, USER)) {
      masked = secret.matcher(masked).replaceAll("$1" + MASK + "$2");
    }
    return masked;
  }

  /** Returns the flags of a command line with secret values masked, too. */
  public static String maskFlags(String flags) {
    return NAMED.matcher(mask(flags)).replaceAll("$1" + MASK);
  }
}
