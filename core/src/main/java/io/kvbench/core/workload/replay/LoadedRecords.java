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
  private final Replay replay;
  private @Nullable RecordCursor cursor;

  LoadedRecords(Replay replay) {
    this.replay = replay;
  }

  synchronized void restart() {
    cursor = replay.file().records();
  }

  /** Returns the requests of one client. */
  RequestSource source(SplittableRandom random) {
    return new RequestSource() {
      @Override
      public Operation.Insert next() {
        InitialRecord record = take();
        return new Operation.Insert(
            replay.key(record.key()), replay.value(record.valueBytes(), random));
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
      while (record != null && !replay.loads(record.certain())) {
        record = records.next();
      }
      if (record == null) {
        throw new IllegalStateException("there are no more records");
      }
      return record;
    } catch (IOException e) {
      throw new LostTraceException(replay.file().path(), e);
    }
  }
}
