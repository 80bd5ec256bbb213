package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** An ordered map of keys to values. Every read is linearizable, whatever was asked for. */
final class MapStore implements Store {
  private final ConcurrentNavigableMap<String, Value> records = new ConcurrentSkipListMap<>();

  @Override
  public void perform(Operation operation, Completion completion) {
    switch (operation) {
      case Operation.Insert insert -> completion.succeeded(insert(insert));
      case Operation.Read read -> read(read.key(), completion);
      case Operation.Update update -> completion.succeeded(update(update));
      case Operation.Delete delete -> completion.succeeded(delete(delete.key()));
      case Operation.Scan scan -> completion.succeeded(scan(scan));
    }
  }

  private Outcome insert(Operation.Insert insert) {
    return records.putIfAbsent(insert.key().toString(), insert.value()) == null
        ? Outcome.OK
        : Outcome.ALREADY_EXISTS;
  }

  private void read(Key key, Completion completion) {
    Value value = records.get(key.toString());
    if (value == null) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      completion.found(value.toByteBuffer());
    }
  }

  private Outcome update(Operation.Update update) {
    return records.replace(update.key().toString(), update.value()) == null
        ? Outcome.NOT_FOUND
        : Outcome.OK;
  }

  private Outcome delete(Key key) {
    return records.remove(key.toString()) == null ? Outcome.NOT_FOUND : Outcome.OK;
  }

  /** A scan that finds fewer records than it may is no failure: there are no more. */
  private Outcome scan(Operation.Scan scan) {
    long found =
        records.tailMap(scan.start().toString()).entrySet().stream().limit(scan.limit()).count();
    return found == 0 ? Outcome.NOT_FOUND : Outcome.OK;
  }

  @Override
  public OptionalLong countKeys() {
    return OptionalLong.of(records.size());
  }
}
