package io.kvbench.core.consistency;

import io.kvbench.core.consistency.KeyViolations.Role;
import io.kvbench.core.history.KeyColumns;
import io.kvbench.core.history.ValueIdentity;
import io.kvbench.core.operation.VersionScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The check of the events of one key that watchers got: each once, in the order of versions and,
 * where the system promises it, without gaps. A gap is reported between two events of a watcher
 * only: it may have begun later and ended earlier. For one thread.
 */
final class WatchOrder {
  private final KeyOperations operations;
  private final RegisterValues values;
  private final ConsistencyRules rules;
  private final KeyViolations violations;

  /** The events of one watcher, in the order of their delivery. */
  private static final class Delivered {
    private final List<Integer> records = new ArrayList<>();
    private final Set<Long> seen = new HashSet<>();
    private int last = -1;
  }

  WatchOrder(KeyOperations operations, ConsistencyRules rules, KeyViolations violations) {
    this.operations = operations;
    this.values = operations.values;
    this.rules = rules;
    this.violations = violations;
  }

  /** Checks the key that was loaded. */
  void check() {
    ObservationList events = operations.events;
    if (events.size() == 0) {
      return;
    }
    KeyColumns columns = operations.columns();
    Map<Long, Delivered> watchers = new HashMap<>();
    for (int index = 0; index < events.size(); index++) {
      int record = events.record(index);
      long watcher = ((long) columns.client(record) << Integer.SIZE) | columns.epoch(record);
      add(watchers.computeIfAbsent(watcher, each -> new Delivered()), record);
    }
    if (rules.watchesDeliverAll() && rules.versions() != VersionScope.NONE) {
      long[] written = writtenVersions();
      watchers.values().forEach(delivered -> findGaps(delivered, written));
    }
  }

  private void add(Delivered delivered, int record) {
    KeyColumns columns = operations.columns();
    int last = delivered.last;
    delivered.records.add(record);
    if (!delivered.seen.add(identity(record))) {
      violations.add(
          ViolationKind.DOUBLED_EVENT,
          0,
          () -> List.of(new Role("delivered before", last), new Role("delivered twice", record)));
    } else if (last >= 0 && isOlder(record, last)) {
      violations.add(
          ViolationKind.REORDERED_EVENT,
          columns.begin(record) - columns.begin(last),
          () -> List.of(new Role("delivered first", last), new Role("is older", record)));
    } else {
      delivered.last = record;
    }
  }

  /** Deletions have no identity in events: their version takes its place. */
  private long identity(int record) {
    KeyColumns columns = operations.columns();
    long identity = columns.identity(record);
    return identity == ValueIdentity.ABSENT ? -columns.version(record) : identity;
  }

  private boolean isOlder(int record, int other) {
    KeyColumns columns = operations.columns();
    long version = columns.version(record);
    long otherVersion = columns.version(other);
    if (rules.versions() != VersionScope.NONE && version > 0 && otherVersion > 0) {
      return version < otherVersion;
    }
    int value = operations.find(columns.identity(record));
    int otherValue = operations.find(columns.identity(other));
    return value >= 0 && otherValue >= 0 && values.writeEnd[value] < values.writeBegin[otherValue];
  }

  private long[] writtenVersions() {
    return IntStream.range(0, values.size())
        .filter(value -> values.isAcknowledged(value) && values.version[value] > 0)
        .mapToLong(value -> values.version[value])
        .sorted()
        .distinct()
        .toArray();
  }

  private void findGaps(Delivered delivered, long[] written) {
    KeyColumns columns = operations.columns();
    long[] got = delivered.records.stream().mapToLong(columns::version).sorted().toArray();
    if (got[0] == 0) {
      return;
    }
    for (long version : written) {
      if (version > got[0]
          && version < got[got.length - 1]
          && Arrays.binarySearch(got, version) < 0) {
        int last = delivered.last;
        violations.add(
            ViolationKind.LOST_EVENT,
            0,
            () ->
                List.of(
                    new Role("was not delivered", writeOf(version)),
                    new Role("delivered later", last)));
      }
    }
  }

  private int writeOf(long version) {
    for (int value = 0; value < values.size(); value++) {
      if (values.isAcknowledged(value) && values.version[value] == version) {
        return values.write[value];
      }
    }
    return -1;
  }
}
