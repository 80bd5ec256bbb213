package io.kvbench.runner.cluster.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A disk of this machine, as the kernel limits its use: the whole disk, not a partition.
 *
 * @param number its major and minor number, such as {@code 254:0}
 * @param path its path in {@code /dev}
 */
public record BlockDevice(String number, Path path) {
  /** Represents the disk of servers without a disk limit. */
  static final BlockDevice NONE = new BlockDevice("", Path.of("/dev/null"));

  private static final Path DEVICES = Path.of("/sys/dev/block");

  /** Returns the disk of a directory; empty if it is on none, as in memory. */
  public static Optional<BlockDevice> of(Path directory) {
    try {
      String number = number((Long) Files.getAttribute(directory, "unix:dev"));
      Optional<BlockDevice> known = known(number);
      return known.isPresent() ? known : ofSource(number);
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns why no disk's use can be limited, as the end of a message. */
  public static String missing(Path directory) {
    return directory
        + " is on a file system without a block device whose use can be limited; set cluster.dir to"
        + " a directory on a disk.";
  }

  private static Optional<BlockDevice> known(String number) throws IOException {
    Path device = DEVICES.resolve(number);
    if (!Files.exists(device)) {
      return Optional.empty();
    }
    Path real = device.toRealPath();
    Path whole =
        Files.exists(real.resolve("partition"))
            ? Optional.ofNullable(real.getParent()).orElse(real)
            : real;
    return Optional.of(
        new BlockDevice(
            Files.readString(whole.resolve("dev")).strip(),
            Path.of("/dev", String.valueOf(whole.getFileName()).replace('!', '/'))));
  }

  /** Some file systems, such as btrfs, have numbers that are not those of a device. */
  private static Optional<BlockDevice> ofSource(String number) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/mountinfo"))) {
      String[] halves = line.split(" - ", 2);
      String[] before = halves[0].split(" ", -1);
      String[] after = halves.length == 2 ? halves[1].split(" ", -1) : new String[0];
      if (before.length > 2
          && after.length > 1
          && before[2].equals(number)
          && after[1].startsWith("/dev/")) {
        return known(number((Long) Files.getAttribute(Path.of(after[1]), "unix:rdev")));
      }
    }
    return Optional.empty();
  }

  /** Unpacks a device number of Linux. */
  private static String number(long packed) {
    long major = ((packed & 0xfff00L) >>> 8) | ((packed & 0xfffff00000000000L) >>> 32);
    long minor = (packed & 0xffL) | ((packed & 0xffffff00000L) >>> 12);
    return major + ":" + minor;
  }
}
