package io.kvbench.core.workload.replay;

import io.kvbench.core.operation.Operation;
import io.kvbench.core.trace.InitialRecord;
import io.kvbench.core.trace.RecordCursor;
import io.kvbench.core.workload.request.RequestSource;
import java.io.IOException;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The records that a recording found, to be inserted before its replay. Each client takes the next
 * one, so which client inserts a record depends on their speed. Thread-safe.
 */
final class LoadedRecords {
  private final ReplayRules rules;
  private @Nullable RecordCursor cursor;

  LoadedRecords(ReplayRules rules) {
    this.rules = rules;
  }

  synchronized void restart() {
    cursor = rules.file().records();
  }

  /** Returns the requests of one client. */
  RequestSource source(SplittableRandom random) {
    return new RequestSource() {
      @Override
      public Operation.Insert next() {
        InitialRecord record = take();
        return new Operation.Insert(
            rules.key(record.key()), rules.value(record.valueBytes(), random));
      }

      @Override
      public boolean isIndependent() {
        return true;
      }
    };
  }

  private synchronized InitialRecord take() {
    RecordCursor records = cursor;
    if (records == null) {
      throw new IllegalStateException("the load has not begun");
    }
    try {
      InitialRecord record = records.next();
      while (record != null && !rules.loads(record.certain())) {
        record = records.next();
      }
      if (record == null) {
        throw new IllegalStateException("there are no more records");
      }
      return record;
    } catch (IOException e) {
      throw new LostTraceException(rules.file().path(), e);
    }
  }
}
