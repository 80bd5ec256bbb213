package io.kvbench.host.samples;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The current readers of samples: bounded in number, and unable to delay the sampling. */
final class Readers {
  private static final int MOST = 16;
  private static final Duration ENDING = Duration.ofSeconds(1);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<SampleReader> readers = new ArrayList<>();
  private boolean closed;

  /** Adds a reader; returns whether there was room. */
  boolean add(SampleReader reader) {
    lock.lock();
    try {
      if (closed || readers.size() >= MOST) {
        return false;
      }
      readers.add(reader);
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  void remove(SampleReader reader) {
    lock.lock();
    try {
      readers.remove(reader);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void publish(byte[] line) {
    lock.lock();
    try {
      readers.forEach(reader -> reader.offer(line));
    } finally {
      lock.unlock();
    }
  }

  int count() {
    lock.lock();
    try {
      return readers.size();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a reader; returns false if there will be none. */
  boolean await() {
    lock.lock();
    try {
      while (readers.isEmpty() && !closed) {
        changed.awaitUninterruptibly();
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  /** Sends the readers their queued lines, for a second at most, and rejects new readers. */
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
      readers.forEach(SampleReader::end);
      long left = ENDING.toNanos();
      while (!readers.isEmpty() && left > 0) {
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      readers.forEach(SampleReader::drop);
      lock.unlock();
    }
  }
}
