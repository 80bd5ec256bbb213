package io.kvbench.reports.compare;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The bytes of the keys and values of operations answered OK: the minimum that a store would have
 * to write, send and keep. NaN unless all keys have one size, and all values.
 */
final class LogicalBytes {
  private static final Set<OperationType> ONE_RECORD =
      EnumSet.of(
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.COMPARE_AND_SET,
          OperationType.WATCH,
          OperationType.WATCHED_UPDATE);

  private LogicalBytes() {}

  /**
   * Returns those that were written, each once however many servers keep it. Transactions write
   * several records; locks, leases and groups have separate keys.
   */
  static double written(ComparedRun run) {
    return unless(
        type -> type == OperationType.TRANSACTION || type.coordinates(),
        run,
        record(run) * run.measured().count(ONE_RECORD, Outcome.OK));
  }

  /** Returns those that went to the store or came from it. */
  static double moved(ComparedRun run) {
    return unless(
        type -> type.reads() && !type.isComposite() && type != OperationType.READ,
        run,
        written(run)
            + record(run) * run.measured().count(EnumSet.of(OperationType.READ), Outcome.OK));
  }

  private static double unless(Predicate<OperationType> unknown, ComparedRun run, double bytes) {
    return run.measured().types().stream().anyMatch(unknown) ? Double.NaN : bytes;
  }

  /** Returns those of the records that were in the store at the end. */
  static double kept(ComparedRun run) {
    return run.result()
        .store()
        .storeCheck()
        .map(check -> record(run) * check.keysFound())
        .orElse(Double.NaN);
  }

  private static double record(ComparedRun run) {
    return run.plan()
        .load()
        .filter(load -> load.keyBytes().isPresent() && load.valueBytes().isPresent())
        .map(load -> (double) load.keyBytes().getAsInt() + load.valueBytes().getAsInt())
        .orElse(Double.NaN);
  }
}
