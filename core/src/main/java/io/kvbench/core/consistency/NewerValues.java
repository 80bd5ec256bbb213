package io.kvbench.core.consistency;

import java.util.Arrays;

/**
 * The values of one key by age, to find when a value was certainly outdated: the earliest time at
 * which a newer one was acknowledged or read. What is newer depends on the {@link Rank}. For one
 * thread.
 */
final class NewerValues {
  private static final int FIRST = 16;

  private final RegisterValues values;
  private final IndexSort sort = new IndexSort();
  private Rank by = Rank.WRITES;

  /** The values that took effect. */
  private int[] effective = new int[FIRST];

  /** By place, the newest value first. */
  private long[] ranks = new long[FIRST];

  /** By place: the value up to there that was known first, and the second. */
  private int[] earliest = new int[FIRST];

  private int[] second = new int[FIRST];

  /** The earliest ends of all values, sorted. */
  private long[] ends = new long[FIRST];

  private int count;

  /** How values are ordered. */
  enum Rank {
    /** A value is newer if its write began after an operation on the other one ended. */
    WRITES,
    /** A value is newer if its version is higher. */
    VERSIONS,
    /** A value comes later if an operation on it began after one on the other one ended. */
    OBSERVATIONS
  }

  NewerValues(RegisterValues values) {
    this.values = values;
  }

  /** Builds the order by versions if all values have one, and by writes otherwise. */
  void buildByAge(boolean withVersions) {
    boolean all = withVersions;
    for (int value = 0; all && value < values.size(); value++) {
      all = !values.tookEffect(value) || !values.isWritten(value) || values.version[value] > 0;
    }
    build(all ? Rank.VERSIONS : Rank.WRITES);
  }

  /** Builds an order of the values that took effect. */
  void build(Rank rank) {
    by = rank;
    reserve(values.size());
    count = 0;
    for (int value = 0; value < values.size(); value++) {
      if (values.tookEffect(value)) {
        effective[count++] = value;
      }
    }
    for (int index = 0; index < count; index++) {
      ranks[index] = -rank(effective[index]);
    }
    int[] order = sort.sort(ranks, count);
    int first = RegisterValues.NONE;
    int next = RegisterValues.NONE;
    for (int place = 0; place < count; place++) {
      int value = effective[order[place]];
      ends[place] = values.earliestEnd[value];
      if (first < 0 || values.earliestEnd[value] < values.earliestEnd[first]) {
        next = first;
        first = value;
      } else if (next < 0 || values.earliestEnd[value] < values.earliestEnd[next]) {
        next = value;
      }
      earliest[place] = first;
      second[place] = next;
    }
    for (int index = 0; index < count; index++) {
      ranks[index] = rank(effective[order[index]]);
    }
    Arrays.sort(ends, 0, count);
  }

  private void reserve(int size) {
    if (effective.length < size) {
      effective = new int[2 * size];
      ranks = new long[2 * size];
      earliest = new int[2 * size];
      second = new int[2 * size];
      ends = new long[2 * size];
    }
  }

  boolean usesVersions() {
    return by == Rank.VERSIONS;
  }

  /** Without a version, the initial state is the oldest. */
  private long rank(int value) {
    return switch (by) {
      case WRITES -> values.writeBegin[value];
      case VERSIONS -> values.isWritten(value) ? values.version[value] : RegisterValues.ALWAYS;
      case OBSERVATIONS -> values.latestBegin[value];
    };
  }

  private long threshold(int value) {
    return by == Rank.VERSIONS ? rank(value) : values.earliestEnd[value];
  }

  /** Returns how many of the values have a higher rank than a threshold. */
  private int higher(long threshold) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ranks[middle] > threshold) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the value that is certainly newer than another one and was known first, or -1. */
  int firstNewer(int value) {
    return firstAbove(threshold(value), value);
  }

  /** Returns the value, other than one, that has a higher rank and was known first, or -1. */
  int firstAbove(long threshold, int except) {
    int places = higher(threshold);
    if (places == 0) {
      return RegisterValues.NONE;
    }
    return earliest[places - 1] == except ? second[places - 1] : earliest[places - 1];
  }

  /** Returns the earliest end of {@link #firstNewer}; {@link RegisterValues#NEVER} without one. */
  long outdatedAt(int value) {
    int newer = firstNewer(value);
    return newer < 0 ? RegisterValues.NEVER : values.earliestEnd[newer];
  }

  /** Returns a lower bound of the number of newer values that were known before a time. */
  long newerBefore(int value, long time) {
    int known = Arrays.binarySearch(ends, 0, count, time);
    int before = known < 0 ? -known - 1 : known;
    int notNewer = count - higher(threshold(value));
    return Math.max(1, before - notNewer);
  }
}
