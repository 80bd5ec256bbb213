package io.kvbench.core.history;

import io.kvbench.core.operation.ReadConsistency;
import org.jspecify.annotations.Nullable;

/**
 * Records of one client in the order in which they ended, all of one phase and session. The head
 * has four words: client, server and phase; session epoch and number of records; number of the
 * first operation; operations of the client that were dropped before. For one thread at a time.
 */
public final class HistoryBlock {
  /** The words of the head. */
  static final int HEAD = 4;

  /** The max number of records: 16 KiB with the head. */
  static final int RECORDS = 511;

  static final int WORDS = HEAD + RECORDS * RecordLayout.WORDS;

  private static final int SERVER_BITS = 16;
  private static final int SHORT = 0xFFFF;

  private final long[] words;
  private int end = HEAD;

  HistoryBlock() {
    this(RECORDS);
  }

  HistoryBlock(int records) {
    words = new long[HEAD + records * RecordLayout.WORDS];
  }

  /** Returns the max number of records. */
  int capacity() {
    return (words.length - HEAD) / RecordLayout.WORDS;
  }

  /** Empties the block and sets its head. */
  void reset(int client, HistoryPlace place, long firstOperation, long dropped) {
    words[0] =
        ((long) client << (2 * SERVER_BITS))
            | ((long) (place.server() & SHORT) << SERVER_BITS)
            | (place.phase() & SHORT);
    words[1] = (long) place.epoch() << Integer.SIZE;
    words[2] = firstOperation;
    words[3] = dropped;
    end = HEAD;
  }

  /** Empties the block and copies the head of another one. */
  void resetAs(HistoryBlock other) {
    System.arraycopy(other.words, 0, words, 0, HEAD);
    end = HEAD;
  }

  /** Returns whether there is room for more records. */
  boolean hasRoom(int records) {
    return end + records * RecordLayout.WORDS <= words.length;
  }

  void add(long first, long second, long third, long fourth) {
    long[] to = words;
    int at = end;
    to[at] = first;
    to[at + 1] = second;
    to[at + 2] = third;
    to[at + 3] = fourth;
    end = at + RecordLayout.WORDS;
  }

  /** Returns the words, of which {@link #end} are used. */
  long[] words() {
    words[1] = ((words[1] >>> Integer.SIZE) << Integer.SIZE) | count();
    return words;
  }

  int end() {
    return end;
  }

  /** Replaces the content by words that were read; returns whether they are a block. */
  boolean set(int length) {
    end = length;
    return length >= HEAD
        && (length - HEAD) % RecordLayout.WORDS == 0
        && (int) words[1] == (length - HEAD) / RecordLayout.WORDS;
  }

  public int client() {
    return (int) (words[0] >>> (2 * SERVER_BITS));
  }

  /** Returns the number of the server that the client was connected to, from 0 on. */
  public int server() {
    return (int) (words[0] >>> SERVER_BITS) & SHORT;
  }

  public int phase() {
    return (int) words[0] & SHORT;
  }

  /** Returns how many sessions the client had before, in the sense of the system. */
  public int epoch() {
    return (int) (words[1] >>> Integer.SIZE);
  }

  /** Returns the number of the first operation among those of the client, from 0 on. */
  public long firstOperation() {
    return words[2];
  }

  /** Returns how many operations of the client, before the first one, were dropped so far. */
  public long dropped() {
    return words[3];
  }

  /** Returns the number of records. */
  public int count() {
    return (end - HEAD) / RecordLayout.WORDS;
  }

  /** Returns the number of operations: records that are not parts. */
  int operations() {
    int operations = 0;
    for (int index = 0; index < count(); index++) {
      HistoryKind kind = kind(index);
      operations += kind == null || kind.isPart() ? 0 : 1;
    }
    return operations;
  }

  /**
   * Returns a word of a record.
   *
   * @param index of the record, from 0 on
   * @param word from 0 to 3
   */
  public long word(int index, int word) {
    return words[HEAD + index * RecordLayout.WORDS + word];
  }

  /** Returns the kind of a record; null for one of a later version. */
  public @Nullable HistoryKind kind(int index) {
    return HistoryKind.of(RecordLayout.kindCode(word(index, 0)));
  }

  public HistoryStatus status(int index) {
    return HistoryStatus.of(RecordLayout.statusCode(word(index, 0)));
  }

  public ReadConsistency consistency(int index) {
    return RecordLayout.consistency(RecordLayout.consistencyCode(word(index, 0)));
  }

  /** Returns when an operation was sent, in ns since the start of the recording. */
  public long begin(int index) {
    return RecordLayout.begin(word(index, 0));
  }

  /** Returns when an operation was answered. */
  public long end(int index) {
    return begin(index) + RecordLayout.duration(word(index, 1));
  }

  public long key(int index) {
    return RecordLayout.key(word(index, 1), word(index, 2));
  }

  public long identity(int index) {
    return RecordLayout.identity(word(index, 2));
  }

  public long version(int index) {
    return word(index, 3);
  }
}
