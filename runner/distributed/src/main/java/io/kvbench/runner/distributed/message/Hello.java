package io.kvbench.runner.distributed.message;

import io.kvbench.runner.distributed.coordination.Identity;
import io.kvbench.runner.run.Version;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * What an agent says of itself when it joins.
 *
 * @param version of kvbench
 * @param host the name of its machine
 * @param pid its process
 * @param processors how many processors it may use
 * @param fingerprint the SHA-256 of its certificate in hexadecimal
 * @param index which part of the run it is to carry, counted from 0; empty where any will do
 */
public record Hello(
    String version, String host, long pid, int processors, String fingerprint, OptionalInt index) {
  /** Others print it. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:+-]{1,253}");

  public Hello {
    if (!PLAIN.matcher(version).matches()
        || !PLAIN.matcher(host).matches()
        || !fingerprint.matches(Identity.FINGERPRINT)) {
      throw new IllegalArgumentException("a version, host name or fingerprint that is none");
    }
  }

  /** Returns what this process says. */
  public static Hello ofThisProcess(String fingerprint, OptionalInt index) {
    return new Hello(
        Version.CURRENT,
        hostName(),
        ProcessHandle.current().pid(),
        Runtime.getRuntime().availableProcessors(),
        fingerprint,
        index);
  }

  /** Returns the name of this machine. */
  public static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._:-]", "_");
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
