package io.kvbench.core.consistency;

import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.HistoryRecorder;
import io.kvbench.core.history.HistoryStatus;
import io.kvbench.core.history.MemoryHistory;
import io.kvbench.core.history.ValueIdentity;
import io.kvbench.core.operation.ReadConsistency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A random history of one key with few operations: an in-memory register that sometimes lies, and
 * an exhaustive search for an order of its operations.
 */
record SmallHistory(List<Step> steps) {
  /** What a client did. */
  enum Kind {
    READ,
    WRITE,
    COMPARE_AND_SET,
    REFUSED,
    INSERT,
    INSERT_REFUSED,
    DELETE
  }

  /**
   * One operation.
   *
   * @param value the number of the value that it read or wrote; 0 is no value
   * @param expected the number of the value that it compared
   */
  record Step(
      Kind kind, boolean unknown, long begin, long end, int client, int value, int expected) {}

  /**
   * What random histories contain.
   *
   * @param absences whether the key may be absent, and is inserted and deleted
   */
  record Mix(boolean compareAndSets, boolean refusals, boolean absences) {}

  private static final int INITIAL = 1;

  static SmallHistory random(Random random, Mix mix) {
    int clients = 1 + random.nextInt(4);
    double unknown = random.nextInt(3) * 0.15;
    double lies = random.nextInt(3) * 0.12;
    long[] clock = new long[clients];
    List<Step> plan = new ArrayList<>();
    List<long[]> points = new ArrayList<>();
    int count = 2 + random.nextInt(9);
    for (int index = 0; index < count; index++) {
      int client = random.nextInt(clients);
      long begin = clock[client] + 1 + random.nextInt(4);
      long end = begin + 1 + random.nextInt(12);
      boolean open = random.nextDouble() < unknown;
      clock[client] = end;
      plan.add(new Step(kind(random, mix), open, begin, end, client, 0, 0));
      long effect =
          open && random.nextBoolean()
              ? random.nextInt(40)
              : random.nextInt((int) (end - begin) + 1);
      points.add(new long[] {begin + effect, index});
    }
    points.sort(Comparator.comparingLong(point -> point[0]));
    int value = INITIAL;
    int values = 1;
    Step[] done = new Step[count];
    for (long[] point : points) {
      Step step = plan.get((int) point[1]);
      boolean lie = random.nextDouble() < lies;
      boolean effect = (!step.unknown || random.nextBoolean()) && !lie;
      int any = random.nextInt(values + 1);
      int least = mix.absences ? 0 : 1;
      int other = Math.max(least, any);
      Step result = null;
      switch (step.kind) {
        case READ -> result = with(step, step.kind, lie ? other : value, 0);
        case WRITE -> {
          result = with(step, step.kind, ++values, 0);
          value = effect ? values : value;
        }
        case COMPARE_AND_SET -> {
          int expected = lie ? Math.max(1, other) : value;
          if (expected == 0) {
            result = with(step, Kind.READ, value, 0);
          } else {
            result = with(step, step.kind, ++values, expected);
            value = !step.unknown || effect ? values : value;
          }
        }
        case REFUSED -> {
          int expected = Math.max(1, other);
          result =
              expected == value && !lie
                  ? with(step, Kind.READ, value, 0)
                  : with(step, step.kind, ++values, expected);
        }
        case INSERT, INSERT_REFUSED -> {
          if (value == 0 || lie) {
            result = with(step, Kind.INSERT, ++values, 0);
            value = effect ? values : value;
          } else {
            result =
                with(
                    step,
                    step.unknown ? Kind.READ : Kind.INSERT_REFUSED,
                    step.unknown ? value : ++values,
                    0);
          }
        }
        case DELETE -> {
          result = with(step, step.kind, 0, 0);
          value = effect ? 0 : value;
        }
      }
      done[(int) point[1]] = result;
    }
    return new SmallHistory(List.of(done));
  }

  private static Step with(Step step, Kind kind, int value, int expected) {
    return new Step(kind, step.unknown, step.begin, step.end, step.client, value, expected);
  }

  private static Kind kind(Random random, Mix mix) {
    double choice = random.nextDouble();
    if (choice < 0.45) {
      return Kind.READ;
    } else if (mix.absences && choice < 0.65) {
      return choice < 0.55 ? Kind.DELETE : Kind.INSERT;
    } else if (!mix.compareAndSets || choice < 0.75) {
      return Kind.WRITE;
    }
    return mix.refusals && choice > 0.9 ? Kind.REFUSED : Kind.COMPARE_AND_SET;
  }

  /** Returns whether the operations have an order, by trying all. */
  boolean isLinearizable() {
    return search(0, INITIAL, new HashSet<>());
  }

  private boolean search(int done, int value, Set<Long> seen) {
    long earliest = Long.MAX_VALUE;
    for (int index = 0; index < steps.size(); index++) {
      if ((done >> index & 1) == 0 && !steps.get(index).unknown) {
        earliest = Math.min(earliest, steps.get(index).end);
      }
    }
    if (earliest == Long.MAX_VALUE) {
      return true;
    }
    if (!seen.add((long) done << 32 | value)) {
      return false;
    }
    for (int index = 0; index < steps.size(); index++) {
      Step step = steps.get(index);
      if ((done >> index & 1) != 0 || step.begin > earliest) {
        continue;
      }
      int after = after(step, value);
      if (after >= 0 && search(done | 1 << index, after, seen)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the value after a step, or -1 if it cannot be next. */
  private static int after(Step step, int value) {
    return switch (step.kind) {
      case READ -> step.unknown || step.value == value ? value : -1;
      case WRITE, DELETE -> step.value;
      case COMPARE_AND_SET -> step.expected == value ? step.value : -1;
      case REFUSED -> step.unknown || step.expected != value ? value : -1;
      case INSERT -> value == 0 ? step.value : -1;
      case INSERT_REFUSED -> step.unknown || value != 0 ? value : -1;
    };
  }

  private static long identity(int value) {
    return value == 0
        ? ValueIdentity.ABSENT
        : value == INITIAL ? ValueIdentity.LOADED : ValueIdentity.of(1, value);
  }

  MemoryHistory recorded() {
    MemoryHistory history = new MemoryHistory(0);
    Map<Integer, HistoryRecorder> recorders = new HashMap<>();
    int deletes = 1000;
    for (Step step : steps) {
      HistoryRecorder to = recorders.computeIfAbsent(step.client, history::recorder);
      HistoryStatus answer = step.unknown ? HistoryStatus.UNKNOWN : HistoryStatus.OK;
      switch (step.kind) {
        case READ ->
            record(
                to,
                HistoryKind.READ,
                step.value == 0 && !step.unknown ? HistoryStatus.ABSENT : answer,
                step,
                identity(step.value));
        case WRITE -> record(to, HistoryKind.WRITE, answer, step, identity(step.value));
        case INSERT -> record(to, HistoryKind.INSERT, answer, step, identity(step.value));
        case INSERT_REFUSED ->
            record(
                to,
                HistoryKind.INSERT,
                step.unknown ? HistoryStatus.FAILED : HistoryStatus.EXISTS,
                step,
                identity(step.value));
        case DELETE -> record(to, HistoryKind.DELETE, answer, step, ValueIdentity.of(2, ++deletes));
        case COMPARE_AND_SET, REFUSED ->
            to.recordCompareAndSet(
                step.kind == Kind.COMPARE_AND_SET
                    ? answer
                    : step.unknown ? HistoryStatus.FAILED : HistoryStatus.REFUSED,
                step.begin,
                step.end,
                7,
                identity(step.value),
                0,
                identity(step.expected),
                0);
      }
    }
    return history;
  }

  private static void record(
      HistoryRecorder to, HistoryKind kind, HistoryStatus status, Step step, long identity) {
    to.record(kind, status, ReadConsistency.LINEARIZABLE, step.begin, step.end, 7, identity, 0);
  }
}
