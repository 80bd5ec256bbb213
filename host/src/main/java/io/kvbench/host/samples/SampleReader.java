package io.kvbench.host.samples;

import io.kvbench.core.measure.NanoClock;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A reader of samples, served on the thread that creates it. Few lines wait for a slow reader;
 * further ones are lost to it, and one that takes nothing for a while is dropped.
 */
final class SampleReader {
  private static final int MOST_LINES = 30;
  private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();

  /** No line is empty: each has its end. */
  private static final byte[] END = new byte[0];

  private final BlockingQueue<byte[]> lines = new ArrayBlockingQueue<>(MOST_LINES);
  private final NanoClock clock;
  private final Thread thread = Thread.currentThread();
  private final ReentrantLock lock = new ReentrantLock();
  private boolean served;
  private volatile long progressNanos;

  SampleReader(NanoClock clock) {
    this.clock = clock;
    progressNanos = clock.nanos();
  }

  /**
   * Writes lines as they come until there are no more, or the reader is gone or dropped, and ends
   * the answer: the connections of the last readers may be closed next.
   */
  void serve(OutputStream out, byte[] header) throws IOException {
    try (out) {
      write(out, header);
      for (byte[] line = lines.take(); line.length > 0; line = lines.take()) {
        write(out, line);
      }
    } catch (InterruptedException e) {
      throw new IOException("dropped", e);
    } finally {
      finished();
    }
  }

  private void write(OutputStream out, byte[] line) throws IOException {
    out.write(line);
    out.flush();
    progressNanos = clock.nanos();
  }

  /** Hands over a line, or loses it; never waits. */
  void offer(byte[] line) {
    if (!lines.offer(line) && clock.nanos() - progressNanos > PATIENCE_NANOS) {
      drop();
    }
  }

  /** Lets the reader have what waits for it, and no more. */
  void end() {
    if (!lines.offer(END)) {
      drop();
    }
  }

  /** Ends the serving at once: an interrupt closes a channel that a thread is writing to. */
  void drop() {
    lock.lock();
    try {
      if (!served) {
        thread.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  /** From here on the thread may serve other connections, which must not be interrupted. */
  private void finished() {
    lock.lock();
    try {
      served = true;
    } finally {
      lock.unlock();
    }
    boolean unused = Thread.interrupted();
  }
}
