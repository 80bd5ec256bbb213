package io.kvbench.core.history;

import io.kvbench.core.operation.ReadConsistency;
import org.jspecify.annotations.Nullable;

/**
 * The recorder of one client's operations, which are recorded when they end. For one thread at a
 * time; {@link #dropped} may be called by any thread.
 */
public final class HistoryRecorder {
  private final BlockReceiver receiver;
  private final int client;
  private final long originNanos;
  private HistoryBlock block;
  private HistoryPlace place = HistoryPlace.FIRST;
  private long operations;
  private volatile long dropped;

  // The operation to which parts are added.
  private long partFirst;
  private long partDuration;
  private boolean partsDropped;

  HistoryRecorder(BlockReceiver receiver, int client, long originNanos, HistoryBlock first) {
    this.receiver = receiver;
    this.client = client;
    this.originNanos = originNanos;
    this.block = first;
    block.reset(client, place, 0, 0);
  }

  /** Sets the phase, session and server of the following operations. */
  public void moveTo(HistoryPlace next) {
    if (!next.equals(place)) {
      flush();
      place = next;
      restart();
    }
  }

  /**
   * Records an operation on one key, other than a compare-and-set.
   *
   * @param beginNanos when it was sent, by the clock of the recording
   * @param endNanos when it was answered or given up
   * @param identity and {@code version}: see {@link RecordLayout}
   */
  public void record(
      HistoryKind kind,
      HistoryStatus status,
      ReadConsistency consistency,
      long beginNanos,
      long endNanos,
      long key,
      long identity,
      long version) {
    long begin = beginNanos - originNanos;
    if (!prepare(begin, 1)) {
      return;
    }
    block.add(
        RecordLayout.first(begin, kind.code(), status.code(), RecordLayout.code(consistency)),
        RecordLayout.second(endNanos - beginNanos, key),
        RecordLayout.third(key, identity),
        version);
  }

  /** Records a compare-and-set. */
  public void recordCompareAndSet(
      HistoryStatus status,
      long beginNanos,
      long endNanos,
      long key,
      long identity,
      long version,
      long expectedIdentity,
      long expectedVersion) {
    if (open(
        HistoryKind.COMPARE_AND_SET, status, ReadConsistency.DEFAULT, beginNanos, endNanos, 1)) {
      block.add(
          partFirst,
          RecordLayout.second(partDuration, key),
          RecordLayout.third(key, identity),
          version);
      part(HistoryKind.EXPECTED, key, expectedIdentity, expectedVersion);
    }
  }

  /**
   * Records an operation of several parts, which must be recorded with {@link #part} next.
   *
   * @param version of the store, see {@link RecordLayout}
   * @param parts their number; an operation with too many for a block is dropped
   */
  public void recordHead(
      HistoryKind kind,
      HistoryStatus status,
      ReadConsistency consistency,
      long beginNanos,
      long endNanos,
      long version,
      int parts) {
    if (open(kind, status, consistency, beginNanos, endNanos, parts)) {
      block.add(
          partFirst,
          RecordLayout.second(partDuration, parts),
          RecordLayout.third(parts, ValueIdentity.ABSENT),
          version);
    }
  }

  private boolean open(
      HistoryKind kind,
      HistoryStatus status,
      ReadConsistency consistency,
      long beginNanos,
      long endNanos,
      int parts) {
    long begin = beginNanos - originNanos;
    partsDropped = !prepare(begin, parts + 1);
    partDuration = endNanos - beginNanos;
    partFirst =
        RecordLayout.first(begin, kind.code(), status.code(), RecordLayout.code(consistency));
    return !partsDropped;
  }

  /** Records a part of the operation recorded last, with the status of the whole. */
  public void part(HistoryKind kind, long key, long identity, long version) {
    part(kind, HistoryStatus.of(RecordLayout.statusCode(partFirst)), key, identity, version);
  }

  /** Records a part with a status of its own: a record that a read did not find. */
  public void part(HistoryKind kind, HistoryStatus status, long key, long identity, long version) {
    if (!partsDropped) {
      block.add(
          RecordLayout.first(
              RecordLayout.begin(partFirst),
              kind.code(),
              status.code(),
              RecordLayout.consistencyCode(partFirst)),
          RecordLayout.second(partDuration, key),
          RecordLayout.third(key, identity),
          version);
    }
  }

  /** Makes room for an operation; returns false if it cannot be recorded. */
  private boolean prepare(long begin, int records) {
    operations++;
    if (begin < 0 || begin >= RecordLayout.MOST_NANOS || records > HistoryBlock.RECORDS) {
      drop(1);
      return false;
    }
    if (!block.hasRoom(records)) {
      flush();
      if (records > block.capacity()) {
        block = new HistoryBlock();
      }
      block.reset(client, place, operations - 1, dropped);
    }
    return true;
  }

  /** Passes the recorded operations on; the recorder remains usable. */
  public void flush() {
    if (block.count() > 0) {
      @Nullable HistoryBlock next = receiver.exchange(block);
      if (next == null) {
        drop(block.operations());
      } else {
        block = next;
      }
      restart();
    }
  }

  private void restart() {
    block.reset(client, place, operations, dropped);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  private void drop(int count) {
    dropped += count;
  }

  public int client() {
    return client;
  }

  /**
   * Returns how many operations were dropped, since the writer was too slow or they did not fit.
   */
  public long dropped() {
    return dropped;
  }
}
