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
final class ThreadSwitches implements AutoCloseable {
  /** Each takes two open files, of which a process may be allowed a thousand. */
  private static final int KEPT_OPEN = 128;

  private final File tasks;
  private final ProcFile reader;
  private final Map<String, ThreadMeter> threads = new HashMap<>();
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
      ThreadMeter meter = threads.get(thread);
      if (meter == null) {
        meter = new ThreadMeter(tasks + "/" + thread, reader, threads.size() < KEPT_OPEN);
        threads.put(thread, meter);
      }
      meter.look(look);
    } catch (IOException e) {
      // The thread has ended since the directory was read.
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
  }
}
