package io.kvbench.core.history;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The writer of {@code history.bin}: one thread that writes the full blocks of all clients.
 * Thread-safe. Recorders do not wait for it during load: with a full queue, or after an error of
 * the file system, blocks are dropped and counted.
 */
public final class HistoryWriter implements AutoCloseable {
  /** 64 MiB at most. */
  private static final int QUEUE = 4096;

  private static final int WAIT_MILLIS = 10;

  /** So many clients get whole blocks, the others smaller ones of 2 KiB, to need less memory. */
  private static final int WHOLE_BLOCKS = 4096;

  private static final int SMALL = 63;

  private final FileChannel channel;
  private final long originNanos;
  private final BlockingQueue<HistoryBlock> full;
  private final Queue<HistoryBlock> empty = new ConcurrentLinkedQueue<>();
  private final List<HistoryRecorder> recorders = new CopyOnWriteArrayList<>();
  private final HistoryBlock last = new HistoryBlock();
  private final ByteBuffer buffer =
      HistoryFormat.buffer(HistoryFormat.FRAME_HEAD + HistoryBlock.WORDS * Long.BYTES);
  private final Thread thread;
  private volatile @Nullable IOException failure;
  private volatile boolean waiting;
  private volatile boolean complete;

  private HistoryWriter(FileChannel channel, long originNanos, int queue) {
    this.channel = channel;
    this.originNanos = originNanos;
    this.full = new ArrayBlockingQueue<>(queue);
    this.thread = Thread.ofPlatform().name("history-writer").daemon().unstarted(this::write);
  }

  /**
   * Creates the file, replacing an older one, and starts the thread.
   *
   * @param originNanos the start of the recording, by the clock of the operations' times
   */
  public static HistoryWriter open(Path path, long originNanos) throws IOException {
    return open(path, originNanos, QUEUE);
  }

  static HistoryWriter open(Path path, long originNanos, int queue) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    HistoryWriter writer = new HistoryWriter(channel, originNanos, queue);
    HistoryFormat.putFileHead(writer.buffer);
    writer.drain(writer.buffer);
    writer.thread.start();
    return writer;
  }

  /** Returns a recorder for a client: one for each, with a number of its own. */
  public HistoryRecorder recorder(int client) {
    HistoryRecorder recorder =
        new HistoryRecorder(
            this::exchange,
            client,
            originNanos,
            client < WHOLE_BLOCKS ? new HistoryBlock() : new HistoryBlock(SMALL));
    recorders.add(recorder);
    return recorder;
  }

  /**
   * Lets recorders wait for room in the queue while there is no load, or not. Without waiting, the
   * blocks of thousands of clients that end at once would not fit.
   */
  public void letWait(boolean wait) {
    waiting = wait;
  }

  private @Nullable HistoryBlock exchange(HistoryBlock block) {
    if (!(waiting ? put(block) : full.offer(block))) {
      return null;
    }
    HistoryBlock next = empty.poll();
    return next == null ? new HistoryBlock() : next;
  }

  /** Waits for room, as long as the writer is alive. */
  private boolean put(HistoryBlock block) {
    try {
      while (thread.isAlive()) {
        if (full.offer(block, WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
          return true;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return full.offer(block);
  }

  private void write() {
    try {
      for (HistoryBlock block = full.take(); block != last; block = full.take()) {
        HistoryFormat.putFrame(buffer.clear(), HistoryFormat.BLOCK, block.words(), block.end());
        drain(buffer);
        empty.offer(block);
      }
      complete = true;
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void drain(ByteBuffer out) throws IOException {
    out.flip();
    while (out.hasRemaining()) {
      channel.write(out);
    }
  }

  /** Returns how many operations were dropped so far. */
  public long dropped() {
    return recorders.stream().mapToLong(HistoryRecorder::dropped).sum();
  }

  /**
   * Writes the remaining blocks and closes the file. Recorders must not be used any more, and must
   * have been flushed by the threads that used them.
   *
   * @throws IOException if anything could not be written
   */
  @Override
  public void close() throws IOException {
    try (channel) {
      boolean accepted = false;
      while (thread.isAlive() && !accepted) {
        accepted = full.offer(last, WAIT_MILLIS, TimeUnit.MILLISECONDS);
      }
      thread.join();
      IOException failed = failure;
      if (failed != null) {
        throw failed;
      } else if (!complete) {
        throw new IOException("its writer ended early");
      }
      writeEnd();
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the history was written", e);
    }
  }

  private void writeEnd() throws IOException {
    long[] words =
        recorders.stream()
            .filter(recorder -> recorder.dropped() > 0)
            .limit(HistoryFormat.MOST_WORDS / 2)
            .flatMapToLong(each -> LongStream.of(each.client(), each.dropped()))
            .toArray();
    ByteBuffer out = HistoryFormat.buffer(HistoryFormat.FRAME_HEAD + words.length * Long.BYTES);
    HistoryFormat.putFrame(out, HistoryFormat.END, words, words.length);
    drain(out);
  }
}
