package io.kvbench.core.consistency;

import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.KeyColumns;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The violations on one key, with the worst example of each kind. For one thread. */
final class KeyViolations {
  /** A record and its role in an example; a record of -1 is left out. */
  record Role(String text, int record) {}

  /** The violations of one kind. */
  private static final class Tally {
    private long operations;
    private long age = -1;
    private Supplier<List<Role>> example = List::of;
  }

  private final Map<ViolationKind, Tally> tallies = new EnumMap<>(ViolationKind.class);

  void clear() {
    tallies.clear();
  }

  boolean isEmpty() {
    return tallies.isEmpty();
  }

  long operations() {
    return tallies.values().stream().mapToLong(tally -> tally.operations).sum();
  }

  /**
   * Counts one operation.
   *
   * @param age of the value in ns; 0 if that has no meaning
   * @param example called when violations are listed, if there is no worse one
   */
  void add(ViolationKind kind, long age, Supplier<List<Role>> example) {
    Tally tally = tallies.computeIfAbsent(kind, each -> new Tally());
    tally.operations++;
    if (age > tally.age) {
      tally.age = age;
      tally.example = example;
    }
  }

  /** Returns the violations, one of each kind. */
  List<Violation> list(KeyColumns columns, long key) {
    return tallies.entrySet().stream()
        .map(
            each ->
                new Violation(
                    each.getKey(),
                    key,
                    each.getValue().operations,
                    each.getValue().age,
                    example(columns, each.getValue().example.get())))
        .toList();
  }

  private static List<ExampleOperation> example(KeyColumns columns, List<Role> roles) {
    return roles.stream()
        .filter(role -> role.record() >= 0)
        .limit(Violation.MOST_OPERATIONS)
        .map(role -> operation(columns, role))
        .sorted(Comparator.comparingLong(ExampleOperation::beginNanos))
        .toList();
  }

  private static ExampleOperation operation(KeyColumns columns, Role role) {
    int record = role.record();
    HistoryKind kind = columns.kind(record);
    if (kind == null) {
      throw new IllegalStateException("a record of an unknown kind in an example");
    }
    return new ExampleOperation(
        role.text(),
        columns.client(record),
        columns.server(record),
        columns.phase(record),
        kind,
        columns.status(record),
        columns.consistency(record),
        columns.keyOf(record),
        columns.begin(record),
        columns.end(record),
        columns.identity(record),
        columns.version(record));
  }
}
