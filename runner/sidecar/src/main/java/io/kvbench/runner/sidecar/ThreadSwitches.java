package io.kvbench.runner.sidecar;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Context switches of all threads of a process. {@code /proc/PID/status} has those of its first
 * thread only, which in a JVM or a Go program does next to nothing, so each thread is asked. The
 * kernel forgets a thread that ends; what it had at the last look stays in the sum, so that the sum
 * never goes back.
 */
final class ThreadSwitches {
  private record Count(long voluntary, long involuntary, long look) {}

  private final File tasks;
  private final ProcFile reader;
  private final Map<String, Count> threads = new HashMap<>();
  private long look;
  private long voluntaryOfEnded;
  private long involuntaryOfEnded;
  private long voluntary;
  private long involuntary;

  ThreadSwitches(Path tasks, ProcFile reader) {
    this.tasks = tasks.toFile();
    this.reader = reader;
  }

  /** Counts anew; returns whether there is a count. */
  boolean count() {
    look++;
    String[] names = tasks.list();
    if (names == null) {
      return false;
    }
    for (String thread : names) {
      ask(thread);
    }
    voluntary = voluntaryOfEnded;
    involuntary = involuntaryOfEnded;
    threads.values().removeIf(this::add);
    return !threads.isEmpty();
  }

  private void ask(String thread) {
    try {
      String status = reader.readOnce(tasks + "/" + thread + "/status");
      threads.put(
          thread,
          new Count(
              ProcFile.number(status, "voluntary_ctxt_switches:"),
              ProcFile.number(status, "nonvoluntary_ctxt_switches:"),
              look));
    } catch (IOException e) {
      // The thread has ended since the directory was read.
    }
  }

  /** Returns whether the thread has ended. */
  private boolean add(Count count) {
    voluntary += count.voluntary;
    involuntary += count.involuntary;
    boolean ended = count.look != look;
    if (ended) {
      voluntaryOfEnded += count.voluntary;
      involuntaryOfEnded += count.involuntary;
    }
    return ended;
  }

  long voluntary() {
    return voluntary;
  }

  long involuntary() {
    return involuntary;
  }
}
