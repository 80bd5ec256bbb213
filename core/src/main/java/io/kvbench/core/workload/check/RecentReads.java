package io.kvbench.core.workload.check;

import io.kvbench.core.history.ValueIdentity;

/**
 * The last reads of one client, by record: what a compare-and-set expects is what its client read
 * before. For one thread.
 */
final class RecentReads {
  /** More than the reads of a software transaction. */
  private static final int MOST = 1 << 6;

  private final long[] keys = new long[MOST];
  private final long[] identities = new long[MOST];
  private final long[] versions = new long[MOST];
  private long count;

  void add(long key, long identity, long version) {
    int slot = (int) (count++ % MOST);
    keys[slot] = key;
    identities[slot] = identity;
    versions[slot] = version;
  }

  /** Returns the value that was read last; {@link ValueIdentity#UNEXAMINED} if it is unknown. */
  long identity(long key) {
    int slot = slot(key);
    return slot < 0 ? ValueIdentity.UNEXAMINED : identities[slot];
  }

  /** Returns the version of that value; 0 if it is unknown. */
  long version(long key) {
    int slot = slot(key);
    return slot < 0 ? 0 : versions[slot];
  }

  private int slot(long key) {
    for (long index = count - 1; index >= Math.max(0, count - MOST); index--) {
      if (keys[(int) (index % MOST)] == key) {
        return (int) (index % MOST);
      }
    }
    return -1;
  }
}
