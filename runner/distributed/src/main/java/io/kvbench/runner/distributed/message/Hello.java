package io.kvbench.runner.distributed.message;

import io.kvbench.runner.distributed.coordination.Identity;
import io.kvbench.runner.run.Version;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The first message of an agent, which describes it to the controller.
 *
 * @param version of kvbench
 * @param host the name of its machine
 * @param boot distinguishes its machine from others of that name: the identity of the boot on
 *     Linux, {@code -} elsewhere
 * @param pid its process
 * @param processors how many processors it may use
 * @param fingerprint the SHA-256 of its certificate in hexadecimal
 * @param index which part of the run it is to carry, counted from 0; empty where any will do
 */
public record Hello(
    String version,
    String host,
    String boot,
    long pid,
    int processors,
    String fingerprint,
    OptionalInt index) {
  private static final String UNKNOWN = "-";
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  /** Others print it. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:+-]{1,253}");

  public Hello {
    // Other versions, which are rejected with a message, may lack it.
    boot = Objects.requireNonNullElse(boot, UNKNOWN);
    if (!PLAIN.matcher(version).matches()
        || !PLAIN.matcher(host).matches()
        || !PLAIN.matcher(boot).matches()
        || !fingerprint.matches(Identity.FINGERPRINT)) {
      throw new IllegalArgumentException("a version, host name or fingerprint that is none");
    }
  }

  /** Returns what this process says. */
  public static Hello ofThisProcess(String fingerprint, OptionalInt index) {
    return new Hello(
        Version.CURRENT,
        hostName(),
        ownBoot(),
        ProcessHandle.current().pid(),
        Runtime.getRuntime().availableProcessors(),
        fingerprint,
        index);
  }

  /** Returns whether it is of a process on this machine, in this container if it is in one. */
  public boolean onThisMachine() {
    return machine().equals(new Machine(hostName(), ownBoot()));
  }

  /** Returns what is the same for all processes on a machine, or in a container, and no others. */
  public Machine machine() {
    return new Machine(host, boot);
  }

  /** A machine: machines that were copied may have the same name. */
  public record Machine(String host, String boot) {}

  private static String ownBoot() {
    try {
      return Files.readString(BOOT).strip();
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  /** Returns the name of this machine. */
  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._:-]", "_");
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
