package io.kvbench.core.history;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A history in memory, without a limit. Recorders may be used by their threads at the same time;
 * reading needs that they are at rest, and flushes them.
 */
public final class MemoryHistory implements HistorySource {
  /** 4 KiB, since a history in memory is small. */
  private static final int RECORDS = 127;

  private final long originNanos;
  private final List<HistoryRecorder> recorders = new CopyOnWriteArrayList<>();
  private final List<HistoryBlock> blocks = new ArrayList<>();

  /**
   * @param originNanos the start of the recording, by the clock of the operations' times
   */
  public MemoryHistory(long originNanos) {
    this.originNanos = originNanos;
  }

  /** Returns a recorder for a client: one for each, with a number of its own. */
  public HistoryRecorder recorder(int client) {
    HistoryRecorder recorder =
        new HistoryRecorder(this::exchange, client, originNanos, new HistoryBlock(RECORDS));
    recorders.add(recorder);
    return recorder;
  }

  private synchronized HistoryBlock exchange(HistoryBlock full) {
    blocks.add(full);
    return new HistoryBlock(RECORDS);
  }

  @Override
  public synchronized void forEach(BlockVisitor visitor) throws IOException {
    recorders.forEach(HistoryRecorder::flush);
    for (HistoryBlock block : blocks) {
      visitor.visit(block);
    }
  }

  @Override
  public long dropped() {
    return recorders.stream().mapToLong(HistoryRecorder::dropped).sum();
  }
}
