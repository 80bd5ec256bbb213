package io.kvbench.reports.compare;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The bytes of the keys and values of operations answered OK: the minimum that a store would have
 * to write, send and keep. Known only where all keys have one size, and all values.
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

  /** Returns those that were written, each once however many servers keep it. */
  static OptionalLong written(ComparedRun run) {
    return run.measured().types().stream().noneMatch(LogicalBytes::writesMore)
        ? times(record(run), run.measured().count(ONE_RECORD, Outcome.OK))
        : OptionalLong.empty();
  }

  /** Returns those that went to the store or came from it. */
  static OptionalLong moved(ComparedRun run) {
    OptionalLong written = written(run);
    OptionalLong read =
        times(record(run), run.measured().count(EnumSet.of(OperationType.READ), Outcome.OK));
    boolean known =
        run.measured().types().stream()
            .noneMatch(type -> type.reads() && !type.isComposite() && type != OperationType.READ);
    return known && written.isPresent() && read.isPresent()
        ? OptionalLong.of(written.getAsLong() + read.getAsLong())
        : OptionalLong.empty();
  }

  /** Returns those of the records that were in the store at the end. */
  static OptionalLong kept(ComparedRun run) {
    return run.result()
        .store()
        .storeCheck()
        .map(check -> times(record(run), check.keysFound()))
        .orElseGet(OptionalLong::empty);
  }

  /** Transactions write several records; locks, leases and groups have separate keys. */
  private static boolean writesMore(OperationType type) {
    return type == OperationType.TRANSACTION || type.coordinates();
  }

  private static OptionalLong record(ComparedRun run) {
    return run.plan()
        .load()
        .filter(load -> load.keyBytes().isPresent() && load.valueBytes().isPresent())
        .map(
            load ->
                OptionalLong.of((long) load.keyBytes().getAsInt() + load.valueBytes().getAsInt()))
        .orElseGet(OptionalLong::empty);
  }

  private static OptionalLong times(OptionalLong bytes, long count) {
    return bytes.isPresent() ? OptionalLong.of(bytes.getAsLong() * count) : bytes;
  }
}
