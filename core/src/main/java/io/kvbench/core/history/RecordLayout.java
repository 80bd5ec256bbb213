package io.kvbench.core.history;

import io.kvbench.core.operation.ReadConsistency;
import java.util.List;

/**
 * The layout of a record: four 64-bit words.
 *
 * <pre>
 *  word 0   begin: 48 bits, ns since the start of the recording (78 h)
 *           kind: 4 | status: 4 | consistency: 2 | unused: 6
 *  word 1   duration: 40 bits in ns (18 min, saturating) | key, lower 24 bits
 *  word 2   key, upper 12 bits | identity: 52 bits
 *  word 3   version
 * </pre>
 *
 * <p>Client, phase, session epoch, server and the number of the first operation are in the head of
 * the {@link HistoryBlock}. The key is the number of the record. Parts repeat begin, duration,
 * status and consistency of their head, so that each record can be checked with its key alone.
 *
 * <table>
 * <caption>Fields by kind. "Version" is 0 if the system does not return one</caption>
 * <tr><th>kind</th><th>key</th><th>identity</th><th>version</th></tr>
 * <tr><td>READ, PART_READ, SNAPSHOT_PART</td><td>read</td><td>the returned value</td><td>of that value</td></tr>
 * <tr><td>WRITE, INSERT, PART_WRITE, PART_INSERT</td><td>written</td><td>the written value</td>
 *     <td>that the write got</td></tr>
 * <tr><td>DELETE, PART_DELETE</td><td>deleted</td><td>an identity of its own, as if it wrote a
 *     value</td><td>that the deletion got</td></tr>
 * <tr><td>COMPARE_AND_SET</td><td>written</td><td>the written value</td><td>that the write got</td>
 *     </tr>
 * <tr><td>EXPECTED</td><td>compared</td><td>the expected value, as a read returned it</td>
 *     <td>the expected version</td></tr>
 * <tr><td>READ_TRANSACTION, SCAN</td><td>number of parts</td><td>0</td><td>of the store at that
 *     moment</td></tr>
 * <tr><td>SNAPSHOT_READ</td><td>number of parts</td><td>0</td><td>of the store that was asked
 *     for</td></tr>
 * <tr><td>TRANSACTION</td><td>number of parts</td><td>0</td><td>that the transaction got</td></tr>
 * <tr><td>WATCH_EVENT</td><td>watched</td><td>the delivered value; ABSENT for a deletion</td>
 *     <td>of the delivered write</td></tr>
 * </table>
 *
 * <p>An operation with status UNKNOWN has a duration, but it may take effect later. A watch event
 * begins and ends when it is delivered.
 */
public final class RecordLayout {
  /** The number of words of a record. */
  public static final int WORDS = 4;

  /** The number of keys that records can name. */
  public static final long KEYS = 1L << 36;

  /** The number of nanoseconds after which nothing is recorded any more. */
  public static final long MOST_NANOS = 1L << 48;

  private static final long BEGIN = MOST_NANOS - 1;
  private static final int KIND_SHIFT = 48;
  private static final int STATUS_SHIFT = 52;
  private static final int CONSISTENCY_SHIFT = 56;
  private static final int CODE = 0xF;
  private static final int CONSISTENCY = 0b11;
  private static final int LOW_KEY_BITS = 24;
  private static final long LOW_KEY = (1L << LOW_KEY_BITS) - 1;
  private static final long MOST_DURATION = (1L << 40) - 1;
  private static final long IDENTITY = (1L << ValueIdentity.BITS) - 1;

  /** The consistencies by their numbers, as in traces. */
  private static final List<ReadConsistency> CONSISTENCIES =
      List.of(ReadConsistency.DEFAULT, ReadConsistency.LINEARIZABLE, ReadConsistency.STALE);

  private RecordLayout() {}

  static long first(long begin, int kind, int status, int consistency) {
    return begin
        | ((long) (kind | (status << (STATUS_SHIFT - KIND_SHIFT))) << KIND_SHIFT)
        | ((long) consistency << CONSISTENCY_SHIFT);
  }

  static long second(long duration, long key) {
    return (Math.min(duration, MOST_DURATION) << LOW_KEY_BITS) | (key & LOW_KEY);
  }

  static long third(long key, long identity) {
    return ((key >>> LOW_KEY_BITS) << ValueIdentity.BITS) | identity;
  }

  /** Returns the number of a consistency. */
  public static int code(ReadConsistency consistency) {
    return switch (consistency) {
      case DEFAULT -> 0;
      case LINEARIZABLE -> 1;
      case STALE -> 2;
    };
  }

  /** Returns the consistency of a number from 0 to 2. */
  public static ReadConsistency consistency(int code) {
    return CONSISTENCIES.get(Math.min(code, CONSISTENCIES.size() - 1));
  }

  public static long begin(long first) {
    return first & BEGIN;
  }

  public static int kindCode(long first) {
    return (int) (first >>> KIND_SHIFT) & CODE;
  }

  public static int statusCode(long first) {
    return (int) (first >>> STATUS_SHIFT) & CODE;
  }

  public static int consistencyCode(long first) {
    return (int) (first >>> CONSISTENCY_SHIFT) & CONSISTENCY;
  }

  public static long duration(long second) {
    return second >>> LOW_KEY_BITS;
  }

  public static long key(long second, long third) {
    return ((third >>> ValueIdentity.BITS) << LOW_KEY_BITS) | (second & LOW_KEY);
  }

  public static long identity(long third) {
    return third & IDENTITY;
  }
}
