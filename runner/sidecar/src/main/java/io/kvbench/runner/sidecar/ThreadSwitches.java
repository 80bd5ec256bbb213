package io.kvbench.runner.sidecar;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A meter of the context switches of all threads of a process. {@code /proc/PID/status} has those
 * of its first thread only, which is mostly idle in a JVM or a Go program, so each thread is read.
 * The kernel drops the counters of a thread that ends; its last sample stays in the sum, so that
 * the sum never decreases.
 */
final class ThreadSwitches implements AutoCloseable {
  private final File tasks;
  private final ProcFile reader;
  private final OpenFileBudget budget;
  private final Map<String, ThreadMeter> threads = new HashMap<>();
  private long look;
  private long voluntaryOfEnded;
  private long involuntaryOfEnded;
  private long voluntary;
  private long involuntary;

  ThreadSwitches(Path tasks, ProcFile reader, OpenFileBudget budget) {
    this.tasks = tasks.toFile();
    this.reader = reader;
    this.budget = budget;
  }

  /** Counts anew; returns whether there is a count. */
  boolean count() {
    look++;
    String[] names = tasks.list();
    if (names == null) {
      return false;
    }
    boolean complete = true;
    for (String thread : names) {
      complete &= asks(thread);
    }
    if (!complete) {
      return false;
    }
    voluntary = voluntaryOfEnded;
    involuntary = involuntaryOfEnded;
    threads.values().removeIf(this::add);
    return !threads.isEmpty();
  }

  /** Returns false where there is a thread that could not be asked. */
  private boolean asks(String thread) {
    ThreadMeter meter =
        threads.computeIfAbsent(
            thread, name -> new ThreadMeter(tasks + "/" + name, reader, budget));
    try {
      meter.look(look);
      return true;
    } catch (IOException e) {
      // Files that were open can be read as long as there is the thread; its number may be
      // another's.
      return meter.wasOpen() || !new File(tasks, thread).exists();
    }
  }

  /** Returns whether the thread has ended. */
  private boolean add(ThreadMeter thread) {
    voluntary += thread.voluntary();
    involuntary += thread.involuntary();
    boolean ended = thread.lastLook() != look;
    if (ended) {
      voluntaryOfEnded += thread.voluntary();
      involuntaryOfEnded += thread.involuntary();
      thread.close();
    }
    return ended;
  }

  long voluntary() {
    return voluntary;
  }

  long involuntary() {
    return involuntary;
  }

  @Override
  public void close() {
    threads.values().forEach(ThreadMeter::close);
    threads.clear();
  }
}
