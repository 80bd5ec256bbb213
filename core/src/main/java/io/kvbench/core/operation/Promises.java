package io.kvbench.core.operation;

import java.util.Map;
import java.util.Set;

/**
 * The promises of a system that checks of its answers rely on.
 *
 * @param reads the freshness of reads of each consistency
 * @param doubtful the statuses of a write that may have been applied all the same, besides the
 *     {@linkplain ErrorKind#leavesDoubt() errors that leave doubt on every system}
 * @param versions the scope in which the versions of answers are ordered
 */
public record Promises(
    Map<ReadConsistency, ReadPromise> reads, Set<Status> doubtful, VersionScope versions) {
  /** The promises of a system that declares none: what the names of the consistencies say. */
  public static final Promises UNDECLARED =
      of(ReadPromise.SESSION, ReadPromise.LINEARIZABLE, ReadPromise.ANY);

  public Promises {
    reads = Map.copyOf(reads);
    doubtful = Set.copyOf(doubtful);
  }

  /** Returns promises about reads of each consistency. */
  public static Promises of(ReadPromise byDefault, ReadPromise linearizable, ReadPromise stale) {
    return new Promises(
        Map.of(
            ReadConsistency.DEFAULT,
            byDefault,
            ReadConsistency.LINEARIZABLE,
            linearizable,
            ReadConsistency.STALE,
            stale),
        Set.of(),
        VersionScope.NONE);
  }

  /** Returns these promises with statuses that leave doubt on this system. */
  public Promises doubting(Status... statuses) {
    return new Promises(reads, Set.of(statuses), versions);
  }

  /** Returns these promises with versions in the order of writes. */
  public Promises ordering(VersionScope scope) {
    return new Promises(reads, doubtful, scope);
  }

  /** Returns the promise about a read; the weakest if there is none. */
  public ReadPromise of(ReadConsistency consistency) {
    return reads.getOrDefault(consistency, ReadPromise.ANY);
  }

  /** Returns whether a write with this status may have been applied, now or later. */
  public boolean leavesDoubt(Status status) {
    return doubtful.contains(status) || (status instanceof ErrorKind kind && kind.leavesDoubt());
  }

  /**
   * Returns the same for any operation that writes: a watch that reported another client's write
   * has written its value all the same.
   */
  public boolean leavesDoubt(Operation operation, Status status) {
    return leavesDoubt(status)
        || (status == Outcome.CONFLICT && operation.type() == OperationType.WATCH);
  }
}
