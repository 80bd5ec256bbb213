package io.kvbench.core.consistency;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The search for an order of all operations of one key, for the few keys that need it. Operations
 * are divided where none was in flight; each part is searched exhaustively, from all states that
 * the parts before can have left. It gives up on parts with many operations in flight. For one
 * thread.
 */
final class BoundedSearch {
  private static final int MOST_OPERATIONS = 62;
  private static final int MOST_STEPS = 200_000;
  private static final int MOST_OPEN = 16;

  /** Below this, a key is searched at all. */
  private static final int MOST_OF_KEY = 1 << 16;

  /** The result of a search. */
  enum Answer {
    HOLDS,
    BROKEN,
    UNDECIDED
  }

  /** What an operation requires of the value, and does to it. */
  private enum Step {
    SEES,
    SEES_ANOTHER,
    REPLACES,
    REPLACES_EXPECTED
  }

  /**
   * An operation.
   *
   * @param expected the value that it sees, does not see or replaces
   * @param optional whether it may have had no effect
   * @param judged whether it is one of those that led to the search
   */
  private record Op(
      Step step,
      int record,
      long begin,
      long end,
      int value,
      int expected,
      boolean optional,
      boolean judged) {}

  /**
   * A state between two parts.
   *
   * @param open bits by place in the list of unknown operations: those that took effect
   */
  private record State(int value, long open) {}

  private record Visit(int value, long done) {}

  private final KeyOperations operations;
  private final RegisterValues values;
  private final ObservationList ambiguous;
  private int culprit;
  private int steps;

  BoundedSearch(KeyOperations operations, ObservationList ambiguous) {
    this.operations = operations;
    this.values = operations.values;
    this.ambiguous = ambiguous;
  }

  /** Returns the last judged record before the search found no order. */
  int culprit() {
    return culprit;
  }

  Answer run() {
    int all =
        values.size() + operations.strong.size() + ambiguous.size() + operations.refusals.size();
    if (all > MOST_OF_KEY) {
      return Answer.UNDECIDED;
    }
    steps = 0;
    culprit = -1;
    List<Op> ops = collect();
    Set<State> states = new HashSet<>();
    states.add(new State(RegisterValues.INITIAL, 0));
    if (operations.maybeAbsentBefore()) {
      states.add(new State(RegisterValues.ABSENT, 0));
    }
    List<Op> open = new ArrayList<>();
    int from = 0;
    while (from < ops.size()) {
      int to = from;
      long end = Long.MIN_VALUE;
      while (to < ops.size() && (end == Long.MIN_VALUE || ops.get(to).begin <= end)) {
        Op op = ops.get(to++);
        end = op.optional ? end : Math.max(end, op.end);
      }
      List<Op> part = new ArrayList<>(open);
      part.addAll(ops.subList(from, to));
      if (part.size() > MOST_OPERATIONS) {
        return Answer.UNDECIDED;
      }
      open = part.stream().filter(Op::optional).toList();
      if (open.size() > MOST_OPEN || !search(part, open, states)) {
        return Answer.UNDECIDED;
      }
      int judged = lastJudged(part);
      culprit = judged < 0 ? culprit : judged;
      if (states.isEmpty()) {
        return culprit < 0 ? Answer.UNDECIDED : Answer.BROKEN;
      }
      from = to;
    }
    return Answer.HOLDS;
  }

  private static int lastJudged(List<Op> part) {
    int last = -1;
    for (Op op : part) {
      last = op.judged ? op.record : last;
    }
    return last;
  }

  private List<Op> collect() {
    List<Op> ops = new ArrayList<>();
    for (int value = 0; value < values.size(); value++) {
      if (values.isWritten(value) && !values.isRejected(value)) {
        boolean optional = values.isUnknown(value);
        int replaced = values.isCreated(value) ? RegisterValues.ABSENT : values.replaced[value];
        ops.add(
            new Op(
                replaced < 0 ? Step.REPLACES : Step.REPLACES_EXPECTED,
                values.write[value],
                values.writeBegin[value],
                optional ? values.earliestEnd[value] : values.writeEnd[value],
                state(value),
                replaced < 0 ? RegisterValues.NONE : state(replaced),
                optional,
                values.isCreated(value)));
      }
    }
    add(ops, Step.SEES, operations.strong, false);
    add(ops, Step.SEES, ambiguous, true);
    add(ops, Step.SEES_ANOTHER, operations.refusals, true);
    ops.sort(Comparator.comparingLong(Op::begin));
    return ops;
  }

  private void add(List<Op> ops, Step step, ObservationList list, boolean judged) {
    for (int index = 0; index < list.size(); index++) {
      int value = state(list.value(index));
      ops.add(
          new Op(
              step,
              list.record(index),
              list.begin(index),
              list.end(index),
              value,
              value,
              false,
              judged));
    }
  }

  /** All absences are one state. */
  private int state(int value) {
    return values.isAbsence(value) ? RegisterValues.ABSENT : value;
  }

  /** Replaces the states before a part by those after it; returns false if it gives up. */
  private boolean search(List<Op> part, List<Op> open, Set<State> states) {
    Op[] ops = part.toArray(Op[]::new);
    int[] openPlaces = new int[open.size()];
    int filled = 0;
    for (int place = 0; place < ops.length; place++) {
      if (ops[place].optional) {
        openPlaces[filled++] = place;
      }
    }
    Set<Visit> visited = new HashSet<>();
    Set<State> after = new HashSet<>();
    for (State state : states) {
      // Unknown operations of earlier parts come first, in the same order.
      long done = state.open;
      if (!visit(
          ops, openPlaces, new Visit(state.value, spread(done, openPlaces)), visited, after)) {
        return false;
      }
    }
    states.clear();
    states.addAll(after);
    return true;
  }

  private static long spread(long open, int[] places) {
    long done = 0;
    for (int index = 0; index < places.length; index++) {
      done |= (open >>> index & 1) << places[index];
    }
    return done;
  }

  private static long gather(long done, int[] places) {
    long open = 0;
    for (int index = 0; index < places.length; index++) {
      open |= (done >>> places[index] & 1) << index;
    }
    return open;
  }

  private boolean visit(
      Op[] ops, int[] openPlaces, Visit visit, Set<Visit> visited, Set<State> after) {
    if (!visited.add(visit)) {
      return true;
    }
    if (++steps > MOST_STEPS) {
      return false;
    }
    long earliestEnd = Long.MAX_VALUE;
    for (int place = 0; place < ops.length; place++) {
      if (!ops[place].optional && (visit.done >>> place & 1) == 0) {
        earliestEnd = Math.min(earliestEnd, ops[place].end);
      }
    }
    if (earliestEnd == Long.MAX_VALUE) {
      after.add(new State(visit.value, gather(visit.done, openPlaces)));
    }
    for (int place = 0; place < ops.length; place++) {
      Op op = ops[place];
      if ((visit.done >>> place & 1) == 0 && op.begin <= earliestEnd && permits(op, visit.value)) {
        int value = op.step == Step.SEES || op.step == Step.SEES_ANOTHER ? visit.value : op.value;
        Visit next = new Visit(value, visit.done | 1L << place);
        if (!visit(ops, openPlaces, next, visited, after)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean permits(Op op, int value) {
    return switch (op.step) {
      case SEES, REPLACES_EXPECTED -> value == op.expected;
      case SEES_ANOTHER -> value != op.expected;
      case REPLACES -> true;
    };
  }
}
