package io.kvbench.runner.cluster;

import io.kvbench.core.setting.Bytes;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The limits of a server on the resources of its machine; empty values are not limited.
 *
 * @param memoryBytes its memory, including its part of the page cache and without additional swap
 * @param cpus its processors, 1 being one core
 * @param diskBytesPerSecond the rate of reads from its disk, and equally of writes
 */
public record Limits(
    OptionalLong memoryBytes, OptionalDouble cpus, OptionalLong diskBytesPerSecond) {
  public static final Limits NONE =
      new Limits(OptionalLong.empty(), OptionalDouble.empty(), OptionalLong.empty());

  /** The kernel limits whole pages, of 64 KiB at most. */
  private static final long PAGE = 65_536;

  private static final double ROUNDING = 0.001;

  public boolean isNone() {
    return equals(NONE);
  }

  /** Returns whether limits in force equal these, within the kernel's units. */
  public boolean areMetBy(Limits inForce) {
    return isNear(memoryBytes, inForce.memoryBytes, PAGE)
        && cpus.isPresent() == inForce.cpus.isPresent()
        && Math.abs(cpus.orElse(0) - inForce.cpus.orElse(0)) <= ROUNDING
        && isNear(diskBytesPerSecond, inForce.diskBytesPerSecond, 0);
  }

  private static boolean isNear(OptionalLong asked, OptionalLong found, long allowed) {
    return asked.isPresent() == found.isPresent()
        && Math.abs(asked.orElse(0) - found.orElse(0)) <= allowed;
  }

  /** Returns a description, such as {@code memory 100 MiB, 0.5 CPUs, disk 20 MB/s}. */
  @Override
  public String toString() {
    List<String> words = new ArrayList<>();
    memoryBytes.ifPresent(bytes -> words.add("memory " + Bytes.text(bytes)));
    cpus.ifPresent(
        count ->
            words.add(BigDecimal.valueOf(count).stripTrailingZeros().toPlainString() + " CPUs"));
    diskBytesPerSecond.ifPresent(rate -> words.add("disk " + Bytes.text(rate) + "/s"));
    return words.isEmpty() ? "no limits" : String.join(", ", words);
  }
}
