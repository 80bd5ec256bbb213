package io.kvbench.core.engine;

import io.kvbench.core.measure.DeliveryCounts;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which writes to one target were delivered to which of its watchers. A write is known by its
 * version, from its acknowledgement or its first delivery on, whichever comes first; only
 * acknowledged ones are expected. For any number of threads; times are of one clock.
 */
final class Deliveries {
  /** Receives the times of deliveries, with the lock of this target held. */
  interface Times {
    /**
     * A write was delivered to a watcher.
     *
     * @param write its times
     * @param nanos when it was delivered
     */
    void delivered(Write write, long nanos);
  }

  /** When a write was to be sent, was sent, and was acknowledged. */
  record Write(long intended, long sent, long acknowledged) {}

  private static final class Change {
    private @Nullable Write write;
    private final BitSet told = new BitSet();

    /** When the watchers were told before the acknowledgement. */
    private long @Nullable [] early;
  }

  private final String target;
  private final int watchers;
  private final int kept;
  private final int mostOpen;
  private final Times times;

  /** By version. Those in front that have been delivered to all are kept to find duplicates. */
  private final TreeMap<Long, Change> changes = new TreeMap<>();

  private final long[] newest;
  private boolean coalescing;
  private long forgotten = Long.MIN_VALUE;
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
  private Optional<String> first = Optional.empty();

  /**
   * Creates the deliveries of a target.
   *
   * @param kept how many writes that were delivered to all to remember
   * @param mostOpen with more writes than this that were not, the oldest is given up
   */
  Deliveries(String target, int watchers, int kept, int mostOpen, Times times) {
    this.target = target;
    this.watchers = watchers;
    this.kept = kept;
    this.mostOpen = mostOpen;
    this.times = times;
    newest = new long[watchers];
    Arrays.fill(newest, Long.MIN_VALUE);
  }

  /** Says that watchers of this target report the latest state only. */
  synchronized void coalesce() {
    coalescing = true;
  }

  synchronized void acknowledged(long version, Write write) {
    if (closed || version <= forgotten) {
      return;
    }
    Change change = changes.computeIfAbsent(version, unknown -> new Change());
    if (change.write != null) {
      return;
    }
    change.write = write;
    newestAcknowledged = Math.max(newestAcknowledged, version);
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

  synchronized void delivered(int watcher, long version, long nanos) {
    if (closed) {
      return;
    }
    Change known = changes.get(version);
    if (known == null && version <= forgotten && gaveUp) {
      return; // It has been counted as lost, or as what it was.
    }
    boolean again = known == null ? version <= forgotten : known.told.get(watcher);
    if (again) {
      duplicated++;
      note(watcher, version, "received twice");
      return;
    }
    Change change = known == null ? begin(version) : known;
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

  private Change begin(long version) {
    Change change = new Change();
    changes.put(version, change);
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
   * A write that is not acknowledged, because it failed or is not of this run, may stay open for
   * ever, and so may one of which a delivery is lost.
   */
  private void forgetOldest() {
    while (changes.size() > kept) {
      Map.Entry<Long, Change> oldest = changes.firstEntry();
      Change change = oldest.getValue();
      boolean complete = isComplete(oldest.getKey(), change);
      if (!complete && changes.size() <= mostOpen) {
        return;
      }
      if (change.write != null && change.told.cardinality() < watchers) {
        open--;
        settle(oldest.getKey(), change, true);
      }
      gaveUp |= !complete;
      forgotten = oldest.getKey();
      changes.remove(forgotten);
    }
  }

  /** A watcher that coalesces does not report earlier writes any more. */
  private boolean isComplete(long version, Change change) {
    if (change.write == null) {
      return false;
    }
    if (!coalescing) {
      return change.told.cardinality() == watchers;
    }
    for (int watcher = change.told.nextClearBit(0);
        watcher < watchers;
        watcher = change.told.nextClearBit(watcher + 1)) {
      if (newest[watcher] <= version) {
        return false;
      }
    }
    return true;
  }

  private void settle(long version, Change change, boolean waited) {
    for (int watcher = change.told.nextClearBit(0);
        watcher < watchers;
        watcher = change.told.nextClearBit(watcher + 1)) {
      if (coalescing && newest[watcher] > version) {
        coalesced++;
      } else if (!waited && newest[watcher] < version) {
        expected--;
      } else {
        lost++;
        note(watcher, version, "did not receive");
      }
    }
  }

  private void note(int watcher, long version, String finding) {
    if (first.isEmpty()) {
      first =
          Optional.of(
              "watcher %d of %s %s version %d".formatted(watcher, target, finding, version));
    }
  }

  synchronized long delivered() {
    return delivered;
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
   * @param waited whether what has not been delivered by now is lost; otherwise the last writes are
   *     not expected at watchers that have not come to them
   */
  synchronized DeliveryCounts close(boolean waited) {
    if (!closed) {
      closed = true;
      changes.forEach(
          (version, change) -> {
            if (change.write != null) {
              settle(version, change, waited);
            }
          });
      changes.clear();
    }
    return new DeliveryCounts(
        expected, delivered, lost, duplicated, reordered, coalesced, 0, 0, first);
  }
}
