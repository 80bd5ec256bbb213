package io.kvbench.bindings.zookeeper.status;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server's answer to {@code srvr}.
 *
 * @param mode its role: {@code standalone}, {@code leader}, {@code follower}, {@code observer}
 * @param zxid its last transaction, as reported: hexadecimal, the upper half the leader's epoch
 * @param problem why something is missing
 */
public record SrvrAnswer(
    Optional<String> version,
    Optional<String> mode,
    Optional<String> zxid,
    Optional<String> problem) {

  /** The facts of a server that does not support the query. */
  static final SrvrAnswer UNTOLD =
      new SrvrAnswer(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  private static final Pattern VERSION = Pattern.compile("Zookeeper version: ([^-,\\s]+)");
  private static final Pattern MODE = Pattern.compile("(?m)^Mode: (\\w[\\w-]*)");
  private static final Pattern ZXID = Pattern.compile("(?m)^Zxid: (0x[0-9a-fA-F]{1,16})\\s*$");

  public static SrvrAnswer of(String answer) {
    Optional<String> version = find(VERSION, answer);
    Optional<String> zxid = find(ZXID, answer);
    if (version.isPresent() && zxid.isPresent()) {
      return new SrvrAnswer(version, find(MODE, answer), zxid, Optional.empty());
    }
    return none(refusal(answer));
  }

  private static String refusal(String answer) {
    if (answer.contains("not currently serving requests")) {
      return "it is not serving requests, the ensemble has no quorum";
    }
    return answer.contains("whitelist")
        ? "allow srvr in its 4lw.commands.whitelist"
        : "it does not answer srvr";
  }

  static SrvrAnswer none(String why) {
    return new SrvrAnswer(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of("version, mode and zxid are not known: " + why));
  }

  boolean leads() {
    return mode.equals(Optional.of("leader"));
  }

  /** Returns the leader's epoch; a standalone server has no elections. */
  public OptionalLong term() {
    return zxid.isEmpty() || mode.equals(Optional.of("standalone"))
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseUnsignedLong(zxid.get().substring(2), 16) >>> 32);
  }

  public Map<String, String> details() {
    Map<String, String> details = new LinkedHashMap<>();
    mode.ifPresent(part -> details.put("mode", part));
    zxid.ifPresent(last -> details.put("zxid", last));
    return details;
  }

  private static Optional<String> find(Pattern pattern, String answer) {
    Matcher matcher = pattern.matcher(answer);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
