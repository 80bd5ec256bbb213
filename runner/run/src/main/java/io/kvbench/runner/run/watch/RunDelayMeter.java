package io.kvbench.runner.run.watch;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A meter of the time since its creation that this process's threads were runnable and waited for a
 * processor. Linux counts it for each thread (schedstat: time on a processor, time waiting for one,
 * number of times it ran). Threads that ended meanwhile are not seen.
 */
final class RunDelayMeter {
  /** The directory with one subdirectory for each thread; see proc_pid_task(5). */
  static final Path LINUX = Path.of("/proc/self/task");

  /** More files than this take longer to read than a phase's start and end should take. */
  static final int MOST_THREADS = 300;

  private static final int LONGEST_LINE = 128;

  private final File tasks;
  private final Map<String, Waits> before;

  /**
   * The waits for a processor.
   *
   * @param nanos how long they were together
   * @param turns how often a thread got a processor after one
   */
  record Waits(long nanos, long turns) {
    private static final Waits NONE = new Waits(0, 0);

    private Waits plus(Waits other) {
      return new Waits(nanos + other.nanos, turns + other.turns);
    }

    /** Returns what came after earlier ones. A thread's number may be another's by now. */
    private Waits since(Waits earlier) {
      return nanos < earlier.nanos || turns < earlier.turns
          ? this
          : new Waits(nanos - earlier.nanos, turns - earlier.turns);
    }
  }

  RunDelayMeter(Path tasks) {
    this.tasks = tasks.toFile();
    before = read();
  }

  /** Returns the sum over threads; empty where it is not known. */
  Optional<Waits> waits() {
    Map<String, Waits> now = read();
    return before.isEmpty() || now.isEmpty()
        ? Optional.empty()
        : Optional.of(
            now.entrySet().stream()
                .map(each -> each.getValue().since(before.getOrDefault(each.getKey(), Waits.NONE)))
                .reduce(Waits.NONE, Waits::plus));
  }

  /** Returns the waits of each thread; empty where one cannot be known. */
  private Map<String, Waits> read() {
    String[] names = tasks.list();
    if (names == null || names.length > MOST_THREADS) {
      return Map.of();
    }
    Map<String, Waits> waits = new HashMap<>();
    for (String name : names) {
      try (InputStream file = new FileInputStream(new File(tasks, name + "/schedstat"))) {
        String line = new String(file.readNBytes(LONGEST_LINE), StandardCharsets.US_ASCII);
        String[] figures = line.strip().split(" ", 3);
        waits.put(name, new Waits(Long.parseLong(figures[1]), Long.parseLong(figures[2])));
      } catch (IOException | RuntimeException e) {
        // The thread has ended, or the kernel has no such file, as then for all threads.
      }
    }
    return waits;
  }
}
