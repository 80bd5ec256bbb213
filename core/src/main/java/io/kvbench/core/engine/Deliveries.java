package io.kvbench.core.engine;

import io.kvbench.core.measure.DeliveryCounts;
import io.kvbench.core.workload.sample.RandomStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries of writes to the watchers of one target. A write is identified by its version, or
 * by its value if its acknowledgement has no version, from its acknowledgement or its first
 * delivery on, whichever comes first; only acknowledged ones are expected. Thread-safe; times are
 * of one clock.
 */
final class Deliveries {
  /** The version of a write that was acknowledged without one, until it is delivered. */
  static final long NOT_KNOWN = Long.MAX_VALUE;

  /** The receiver of delivery times; called with the lock of this target held. */
  interface DeliveryTimeListener {
    /**
     * A write was delivered to a watcher.
     *
     * @param write its times
     * @param nanos when it was delivered
     */
    void delivered(Write write, long nanos);
  }

  /** The times at which a write was to be sent, was sent, and was acknowledged. */
  record Write(long intended, long sent, long acknowledged) {}

  private static final class Change {
    private long version;
    private final long since;
    private @Nullable Write write;
    private final BitSet told = new BitSet();

    /** The times of deliveries before the acknowledgement. */
    private long @Nullable [] early;

    Change(long version, long since) {
      this.version = version;
      this.since = since;
    }
  }

  private final String target;
  private final int watchers;
  private final int kept;
  private final int mostOpen;
  private final DeliveryTimeListener times;

  /**
   * By version or identity, in order of appearance. Those at the front that have been delivered to
   * all watchers are kept to find duplicates.
   */
  private final LinkedHashMap<Long, Change> changes = new LinkedHashMap<>();

  private final long[] newest;
  private final BitSet interrupted = new BitSet();
  private boolean coalescing;
  private long forgotten = Long.MIN_VALUE;
  private long forgottenSince = Long.MIN_VALUE;
  private long newestAcknowledged = Long.MIN_VALUE;
  private long open;
  private boolean gaveUp;
  private boolean closed;

  private long expected;
  private long delivered;
  private long lost;
  private long duplicated;
  private long reordered;
  private long coalesced;
  private long uninterruptedFaults;
  private Optional<String> first = Optional.empty();

  /**
   * Creates the deliveries of a target.
   *
   * @param kept how many writes to keep that were delivered to all
   * @param mostOpen the max number of other writes; beyond it, the oldest is dropped
   */
  Deliveries(String target, int watchers, int kept, int mostOpen, DeliveryTimeListener times) {
    this.target = target;
    this.watchers = watchers;
    this.kept = kept;
    this.mostOpen = mostOpen;
    this.times = times;
    newest = new long[watchers];
    Arrays.fill(newest, Long.MIN_VALUE);
  }

  /** Notes that watchers of this target report the latest state only. */
  synchronized void coalesce() {
    coalescing = true;
  }

  /** Notes that a watcher lost its connection or failed: its later faults may be legitimate. */
  synchronized void interrupted(int watcher) {
    interrupted.set(watcher);
  }

  /** Returns a number that identifies a value: a 64-bit hash, practically free of collisions. */
  static long identity(ByteBuffer value) {
    ByteBuffer rest = value.slice();
    long identity = RandomStream.mix(~rest.remaining());
    while (rest.remaining() >= Long.BYTES) {
      identity = RandomStream.mix(identity ^ rest.getLong());
    }
    while (rest.hasRemaining()) {
      identity = RandomStream.mix(identity ^ rest.get());
    }
    return identity;
  }

  /**
   * A write was acknowledged.
   *
   * @param id its version, or the identity of its value
   * @param version its version, or {@link #NOT_KNOWN}
   */
  synchronized void acknowledged(long id, long version, Write write) {
    Change known = changes.get(id);
    // An unknown write may have been delivered and dropped before its acknowledgement.
    if (closed || (known == null ? write.sent() <= forgottenSince : known.write != null)) {
      return;
    }
    Change change = known == null ? begin(id, version, write.acknowledged()) : known;
    change.write = write;
    if (version != NOT_KNOWN) {
      newestAcknowledged = Math.max(newestAcknowledged, version);
    }
    expected += watchers;
    delivered += change.told.cardinality();
    long[] early = change.early;
    if (early != null) {
      change.told.stream().forEach(watcher -> times.delivered(write, early[watcher]));
      change.early = null;
    }
    if (change.told.cardinality() < watchers) {
      open++;
    }
    forgetOldest();
  }

  /**
   * A write was delivered.
   *
   * @param id its version, or the identity of its value
   */
  synchronized void delivered(int watcher, long id, long version, long nanos) {
    if (closed) {
      return;
    }
    Change known = changes.get(id);
    if (known == null && version <= forgotten && gaveUp) {
      return; // It has already been counted.
    }
    boolean again = known == null ? version <= forgotten : known.told.get(watcher);
    if (again) {
      duplicated++;
      note(watcher, version, "received twice");
      return;
    }
    Change change = known == null ? begin(id, version, nanos) : known;
    change.version = version;
    if (version < newest[watcher]) {
      reordered++;
      note(watcher, version, "received after a later one");
    }
    newest[watcher] = Math.max(newest[watcher], version);
    change.told.set(watcher);
    if (change.write == null) {
      early(change)[watcher] = nanos;
    } else {
      delivered++;
      times.delivered(change.write, nanos);
      if (change.told.cardinality() == watchers) {
        open--;
        forgetOldest();
      }
    }
  }

  private Change begin(long id, long version, long nanos) {
    Change change = new Change(version, nanos);
    changes.put(id, change);
    return change;
  }

  private long[] early(Change change) {
    long[] early = change.early;
    if (early == null) {
      early = new long[watchers];
      change.early = early;
    }
    return early;
  }

  /**
   * Unacknowledged writes (failed, or of another run), and those with a lost delivery, may stay
   * open for ever.
   */
  private void forgetOldest() {
    while (changes.size() > kept) {
      Change change = changes.firstEntry().getValue();
      boolean complete = isComplete(change);
      if (!complete && changes.size() <= mostOpen) {
        return;
      }
      if (change.write != null && change.told.cardinality() < watchers) {
        open--;
        settle(change, true);
      }
      gaveUp |= !complete;
      if (change.version != NOT_KNOWN) {
        forgotten = Math.max(forgotten, change.version);
      }
      if (change.write == null) {
        forgottenSince = Math.max(forgottenSince, change.since);
      }
      changes.pollFirstEntry();
    }
  }

  /** A coalescing watcher does not report earlier writes any more. */
  private boolean isComplete(Change change) {
    if (change.write == null) {
      return false;
    }
    if (!coalescing) {
      return change.told.cardinality() == watchers;
    }
    for (int watcher = change.told.nextClearBit(0);
        watcher < watchers;
        watcher = change.told.nextClearBit(watcher + 1)) {
      if (newest[watcher] <= change.version) {
        return false;
      }
    }
    return true;
  }

  private void settle(Change change, boolean waited) {
    for (int watcher = change.told.nextClearBit(0);
        watcher < watchers;
        watcher = change.told.nextClearBit(watcher + 1)) {
      if (coalescing && newest[watcher] > change.version) {
        coalesced++;
      } else if (!waited && newest[watcher] < change.version) {
        expected--;
      } else {
        lost++;
        note(watcher, change.version, "did not receive");
      }
    }
  }

  private void note(int watcher, long version, String finding) {
    boolean blamesStore = !interrupted.get(watcher);
    if (first.isEmpty() || (blamesStore && uninterruptedFaults == 0)) {
      String write =
          version == NOT_KNOWN ? "a write that no watcher received" : "version " + version;
      first = Optional.of("watcher %d of %s %s %s".formatted(watcher, target, finding, write));
    }
    if (blamesStore) {
      uninterruptedFaults++;
    }
  }

  synchronized long delivered() {
    return delivered;
  }

  synchronized long expected() {
    return expected;
  }

  /** Returns whether nothing more is expected. */
  synchronized boolean isSettled() {
    if (!coalescing) {
      return open == 0;
    }
    for (long version : newest) {
      if (version < newestAcknowledged) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the counts.
   *
   * @param waited whether missing deliveries are lost; otherwise the last writes are not expected
   *     at watchers that have not reached them
   */
  synchronized DeliveryCounts close(boolean waited) {
    if (!closed) {
      closed = true;
      for (Change change : changes.values()) {
        if (change.write != null) {
          settle(change, waited);
        }
      }
      changes.clear();
    }
    return new DeliveryCounts(
        expected,
        delivered,
        lost,
        duplicated,
        reordered,
        coalesced,
        0,
        0,
        OptionalLong.of(uninterruptedFaults),
        first);
  }
}
