package io.kvbench.runner.run.watch;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Time that this process's threads were runnable and waited for a processor, since this was made.
 * Linux counts it for each thread (schedstat: time on a processor, time waiting for one, number of
 * times it ran). Threads that ended meanwhile are not seen.
 */
final class RunDelayMeter {
  /** One directory for each thread; see proc_pid_task(5). */
  static final Path LINUX = Path.of("/proc/self/task");

  /** More files than this take longer to read than a phase's start and end should take. */
  static final int MOST_THREADS = 300;

  private static final int LONGEST_LINE = 128;

  private final File tasks;
  private final Map<String, Long> before;

  RunDelayMeter(Path tasks) {
    this.tasks = tasks.toFile();
    before = read();
  }

  /** Returns the sum over threads; empty where it is not known. */
  OptionalLong nanos() {
    Map<String, Long> now = read();
    if (before.isEmpty() || now.isEmpty()) {
      return OptionalLong.empty();
    }
    // A thread's number may be another's by now, which began at 0.
    return OptionalLong.of(
        now.entrySet().stream()
            .mapToLong(each -> grown(before.getOrDefault(each.getKey(), 0L), each.getValue()))
            .sum());
  }

  private static long grown(long from, long to) {
    return to < from ? to : to - from;
  }

  /** Returns the delay of each thread; empty where one cannot be known. */
  private Map<String, Long> read() {
    String[] names = tasks.list();
    if (names == null || names.length > MOST_THREADS) {
      return Map.of();
    }
    Map<String, Long> delays = new HashMap<>();
    for (String name : names) {
      try (InputStream file = new FileInputStream(new File(tasks, name + "/schedstat"))) {
        String line = new String(file.readNBytes(LONGEST_LINE), StandardCharsets.US_ASCII);
        delays.put(name, Long.parseLong(line.split(" ", 3)[1]));
      } catch (IOException | RuntimeException e) {
        // The thread has ended, or the kernel has no such file, as then for all threads.
      }
    }
    return delays;
  }
}
