package io.kvbench.core.consistency;

import io.kvbench.core.consistency.KeyViolations.Role;
import java.util.Arrays;
import java.util.List;

/**
 * The values of one key as blocks: a value, or a chain of values each of which replaced the one
 * before by a compare-and-set. Nothing comes between the values of a chain, so a block is ordered
 * against others like a single value. For one thread.
 */
final class CompareAndSetChains {
  private final RegisterValues values;
  private final KeyViolations violations;

  /** By block: its first value. */
  private int[] first = new int[16];

  private long[] earliestEnd = new long[16];
  private long[] latestBegin = new long[16];
  private int count;

  /** By value: the value that replaced it by a compare-and-set. */
  private int[] next = new int[16];

  private boolean anyChain;

  CompareAndSetChains(RegisterValues values, KeyViolations violations) {
    this.values = values;
    this.violations = violations;
  }

  /** Builds the blocks of the values that took effect. */
  void build() {
    count = 0;
    int size = values.size();
    if (first.length < size) {
      first = new int[2 * size];
      earliestEnd = new long[2 * size];
      latestBegin = new long[2 * size];
      next = new int[2 * size];
    }
    anyChain = false;
    for (int value = 0; value < size; value++) {
      anyChain |= values.replaced[value] >= 0;
    }
    if (anyChain) {
      spreadEffects();
      link();
    }
    int covered = 0;
    int all = 0;
    for (int value = 0; value < size; value++) {
      if (values.tookEffect(value)) {
        all++;
        if (values.replaced[value] < 0) {
          covered += addBlock(value);
        }
      }
    }
    if (covered < all) {
      violations.add(ViolationKind.BROKEN_COMPARE_AND_SET, 0, List::of);
    }
  }

  /** A value whose successor took effect by a compare-and-set took effect, too. */
  private void spreadEffects() {
    for (int value = 0; value < values.size(); value++) {
      if (values.tookEffect(value)) {
        int before = values.replaced[value];
        while (before >= 0 && !values.tookEffect(before) && !values.isRejected(before)) {
          values.markObserved(before);
          before = values.replaced[before];
        }
      }
    }
  }

  private void link() {
    Arrays.fill(next, 0, values.size(), RegisterValues.NONE);
    for (int value = 0; value < values.size(); value++) {
      int before = values.replaced[value];
      if (before < 0 || !values.tookEffect(value)) {
        continue;
      }
      int write = values.write[value];
      if (values.isRejected(before)) {
        int rejected = values.write[before];
        violations.add(
            ViolationKind.REJECTED_APPLIED,
            0,
            () -> List.of(new Role("rejected", rejected), new Role("replaced it", write)));
        values.replaced[value] = RegisterValues.NONE;
      } else if (next[before] >= 0) {
        int other = values.write[next[before]];
        int expected = values.write[before];
        violations.add(
            ViolationKind.FORKED_COMPARE_AND_SET,
            0,
            () ->
                List.of(
                    new Role("wrote the expected value", expected),
                    new Role("replaced it", other),
                    new Role("replaced it too", write)));
        values.replaced[value] = RegisterValues.NONE;
      } else {
        next[before] = value;
      }
    }
  }

  /** Adds a block and returns the number of its values. */
  private int addBlock(int value) {
    long end = values.earliestEnd[value];
    long begin = values.latestBegin[value];
    int length = 1;
    if (anyChain) {
      for (int each = next[value]; each >= 0; each = next[each]) {
        if (values.earliestEnd[each] < begin) {
          objectTo(each);
        }
        end = Math.min(end, values.earliestEnd[each]);
        begin = Math.max(begin, values.latestBegin[each]);
        length++;
      }
    }
    first[count] = value;
    earliestEnd[count] = end;
    latestBegin[count++] = begin;
    return length;
  }

  private void objectTo(int value) {
    int replaced = values.write[values.replaced[value]];
    violations.add(
        ViolationKind.BROKEN_COMPARE_AND_SET,
        0,
        () ->
            List.of(
                new Role("wrote the expected value", replaced),
                new Role("replaced it", values.write[value])));
  }

  int size() {
    return count;
  }

  int first(int block) {
    return first[block];
  }

  /** Returns the value that replaced another one by a compare-and-set, or -1. */
  int next(int value) {
    return anyChain ? next[value] : RegisterValues.NONE;
  }

  long earliestEnd(int block) {
    return earliestEnd[block];
  }

  long latestBegin(int block) {
    return latestBegin[block];
  }
}
