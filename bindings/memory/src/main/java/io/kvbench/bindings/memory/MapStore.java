package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * An ordered map of keys to values. Every read is linearizable, whatever was asked for. Single
 * writes go side by side; a transaction has the map to itself.
 */
final class MapStore implements Store {

  /** A value and the number of the write that put it there; no two writes share one. */
  private record Versioned(Value value, long version) {}

  private final ConcurrentNavigableMap<String, Versioned> records = new ConcurrentSkipListMap<>();
  private final AtomicLong writes = new AtomicLong();
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  @Override
  public void perform(Operation operation, Completion completion) {
    switch (operation) {
      case Operation.Write write -> completion.succeeded(alone(write));
      case Operation.Read read -> read(read.key(), completion);
      case Operation.Scan scan -> completion.scanned(scan(scan));
      case Operation.Transaction transaction -> completion.succeeded(together(transaction));
      // Who writes is who watches, and both are here.
      case Operation.Watch watch ->
          completion.succeeded(alone(new Operation.Update(watch.key(), watch.value())));
    }
  }

  private Outcome alone(Operation.Write write) {
    Lock shared = lock.readLock();
    shared.lock();
    try {
      return write(write);
    } finally {
      shared.unlock();
    }
  }

  private Outcome together(Operation.Transaction transaction) {
    Lock exclusive = lock.writeLock();
    exclusive.lock();
    try {
      for (Operation.Write write : transaction.writes()) {
        Outcome obstacle = obstacle(write);
        if (obstacle != Outcome.OK) {
          return obstacle;
        }
      }
      transaction.writes().forEach(this::write);
      return Outcome.OK;
    } finally {
      exclusive.unlock();
    }
  }

  private Outcome write(Operation.Write write) {
    return switch (write) {
      case Operation.Insert insert -> insert(insert);
      case Operation.Update update -> update(update);
      case Operation.CompareAndSet change -> compareAndSet(change);
      case Operation.Delete delete -> delete(delete.key());
    };
  }

  /** Returns how a write would be answered now. */
  private Outcome obstacle(Operation.Write write) {
    Versioned there = records.get(write.key().toString());
    return switch (write) {
      case Operation.Insert insert -> there == null ? Outcome.OK : Outcome.ALREADY_EXISTS;
      case Operation.Update update -> there == null ? Outcome.NOT_FOUND : Outcome.OK;
      case Operation.Delete delete -> there == null ? Outcome.NOT_FOUND : Outcome.OK;
      case Operation.CompareAndSet change -> {
        if (there == null) {
          yield Outcome.NOT_FOUND;
        }
        yield there.version() == change.expectedVersion() ? Outcome.OK : Outcome.CONFLICT;
      }
    };
  }

  private Versioned versioned(Value value) {
    return new Versioned(value, writes.incrementAndGet());
  }

  private Outcome insert(Operation.Insert insert) {
    return records.putIfAbsent(insert.key().toString(), versioned(insert.value())) == null
        ? Outcome.OK
        : Outcome.ALREADY_EXISTS;
  }

  private void read(Key key, Completion completion) {
    Versioned found = records.get(key.toString());
    if (found == null) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      completion.found(found.value().toByteBuffer(), found.version());
    }
  }

  private Outcome update(Operation.Update update) {
    return records.replace(update.key().toString(), versioned(update.value())) == null
        ? Outcome.NOT_FOUND
        : Outcome.OK;
  }

  private Outcome compareAndSet(Operation.CompareAndSet change) {
    String key = change.key().toString();
    Versioned found = records.get(key);
    if (found == null) {
      return Outcome.NOT_FOUND;
    }
    boolean replaced =
        found.version() == change.expectedVersion()
            && records.replace(key, found, versioned(change.value()));
    return replaced ? Outcome.OK : Outcome.CONFLICT;
  }

  private Outcome delete(Key key) {
    return records.remove(key.toString()) == null ? Outcome.NOT_FOUND : Outcome.OK;
  }

  /** A scan that finds fewer records than it may is no failure: there are no more. */
  private int scan(Operation.Scan scan) {
    return (int)
        records.tailMap(scan.start().toString()).entrySet().stream().limit(scan.limit()).count();
  }

  @Override
  public OptionalLong countKeys() {
    return OptionalLong.of(records.size());
  }
}
