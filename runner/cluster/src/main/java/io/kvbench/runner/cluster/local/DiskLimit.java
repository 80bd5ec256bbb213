package io.kvbench.runner.cluster.local;

import io.kvbench.core.file.FileReason;
import io.kvbench.runner.cluster.ClusterException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;

/**
 * The disk limit of a control group: bytes per second that its processes may read, and equally
 * write.
 *
 * @param group its directory
 * @param unified whether it is of version 2
 */
public record DiskLimit(Path group, boolean unified, BlockDevice device) {
  private static final String READ = "blkio.throttle.read_bps_device";
  private static final String WRITE = "blkio.throttle.write_bps_device";

  /**
   * Returns the disk limit of a process on this machine.
   *
   * @throws ClusterException if there is none that can be changed
   */
  public static DiskLimit of(long pid, BlockDevice device) throws ClusterException {
    var group = new GroupSearch(Path.of("/proc", Long.toString(pid))).disk();
    return new DiskLimit(group.path(), group.unified(), device);
  }

  /**
   * Changes the limit, and reads it back.
   *
   * @param bytesPerSecond empty for none
   * @throws ClusterException if it is not in force
   */
  public void change(OptionalLong bytesPerSecond) throws ClusterException {
    try {
      set(bytesPerSecond);
      OptionalLong found = inForce();
      if (!found.equals(bytesPerSecond)) {
        throw new ClusterException(
            "the disk limit of the control group %s is %s".formatted(group, text(found)));
      }
    } catch (IOException | NumberFormatException e) {
      throw new ClusterException(
          "the disk limit of the control group %s was not changed: %s"
              .formatted(group, e instanceof IOException why ? FileReason.ofWriting(why) : e),
          e);
    }
  }

  private static String text(OptionalLong rate) {
    return rate.isPresent() ? rate.getAsLong() + " B/s" : "none";
  }

  void set(OptionalLong rate) throws IOException {
    if (unified) {
      String text = rate.isPresent() ? Long.toString(rate.getAsLong()) : "max";
      write("io.max", device.number() + " rbps=" + text + " wbps=" + text);
    } else {
      write(READ, device.number() + " " + rate.orElse(0));
      write(WRITE, device.number() + " " + rate.orElse(0));
    }
  }

  /** The kernel's files take each write as a whole. */
  private void write(String file, String text) throws IOException {
    Files.write(
        group.resolve(file), text.getBytes(StandardCharsets.US_ASCII), StandardOpenOption.WRITE);
  }

  /** Returns the limit that the kernel reports; empty if reads and writes differ. */
  OptionalLong inForce() throws IOException {
    OptionalLong read = unified ? last(word("rbps="), "=") : last(line(READ), " ");
    OptionalLong written = unified ? last(word("wbps="), "=") : last(line(WRITE), " ");
    return read.equals(written) ? written : OptionalLong.empty();
  }

  /** Returns the line about the disk; without a limit there is none. */
  private String line(String file) throws IOException {
    return Files.readString(group.resolve(file))
        .lines()
        .filter(line -> line.startsWith(device.number() + " "))
        .findFirst()
        .orElse("");
  }

  private String word(String prefix) throws IOException {
    for (String word : line("io.max").split("\\s", -1)) {
      if (word.startsWith(prefix)) {
        return word;
      }
    }
    return "";
  }

  private static OptionalLong last(String text, String separator) {
    String number = text.substring(text.lastIndexOf(separator) + 1).strip();
    return number.isEmpty() || number.equals("max")
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(number));
  }
}
