package io.kvbench.runner.run.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** A meter of steal: processor time that this host wanted and the hypervisor gave to others. */
final class StealMeter {
  /** The kernel's counters since the host started, in ticks; see proc(5). */
  static final Path LINUX = Path.of("/proc/stat");

  /**
   * user, nice, system, idle, iowait, irq, softirq, steal. The two that follow, guest and
   * guest_nice, are parts of user and nice, and would be counted twice.
   */
  private static final int KINDS = 8;

  private static final int STEAL = 7;

  private final Path file;
  private final Optional<long[]> begin;

  StealMeter(Path file) {
    this.file = file;
    begin = read();
  }

  /**
   * Returns the share of stolen time since this was made, from 0 to 1; empty where the system does
   * not report it, or before the kernel's counters have moved.
   */
  OptionalDouble share() {
    Optional<long[]> end = read();
    if (begin.isEmpty() || end.isEmpty()) {
      return OptionalDouble.empty();
    }
    long[] from = begin.get();
    long[] to = end.get();
    long stolen = to[STEAL] - from[STEAL];
    // Idle and iowait are known to step back by a few ticks.
    long total = Arrays.stream(to).sum() - Arrays.stream(from).sum();
    return total <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.clamp((double) stolen / total, 0, 1));
  }

  private Optional<long[]> read() {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith("cpu "))
          .findFirst()
          .map(line -> Arrays.stream(line.strip().split("\\s+")).skip(1).limit(KINDS))
          .map(columns -> columns.mapToLong(Long::parseLong).toArray())
          .filter(ticks -> ticks.length == KINDS);
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
