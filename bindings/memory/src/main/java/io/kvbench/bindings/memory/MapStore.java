package io.kvbench.bindings.memory;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.Value;
import io.kvbench.core.operation.WatchTarget;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that is an ordered map of keys to values. Every read is linearizable, regardless of the
 * requested consistency. Single writes are concurrent; a transaction is exclusive, and so is each
 * write while there are watchers, which report writes in the order of their versions.
 */
final class MapStore implements Store {

  /** No version: the first one is 1. */
  private static final long NONE = 0;

  /**
   * Numbers are taken before their writes, so those of concurrent writes may have another order.
   */
  private static final long UNORDERED = 0;

  /** A value and the number of its write; every write has a different one. */
  private record Versioned(Value value, long version) {}

  private final ConcurrentNavigableMap<String, Versioned> records = new ConcurrentSkipListMap<>();
  private final AtomicLong writes = new AtomicLong();
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /** Changed with the map locked exclusively. */
  private final Watches watches = new Watches();

  @Override
  public void perform(Operation operation, Completion completion) {
    switch (operation) {
      case Operation.Write write -> completion.succeeded(alone(write));
      case Operation.Read read -> read(read.key(), completion);
      case Operation.Scan scan ->
          range(KeyRange.from(scan.start()), scan.limit(), false, completion);
      case Operation.Range range -> {
        if (range.content() == RangeContent.COUNT) {
          completion.scanned(records(range.keys()).size());
        } else {
          range(range.keys(), range.limit(), range.descending(), completion);
        }
      }
      case Operation.ReadTransaction transaction ->
          completion.scanned(together(transaction, completion.receiver()));
      case Operation.Transaction transaction -> completion.succeeded(together(transaction));
      case Operation.SnapshotRead other ->
          completion.failed(ErrorKind.INVALID, "the map keeps the latest values only");
      case Operation.ReplayWatch other ->
          completion.failed(ErrorKind.INVALID, "the map keeps the latest values only");
      case Operation.OneShot other ->
          completion.failed(ErrorKind.INVALID, "the map has no connections");
      case Operation.Coordination other ->
          completion.failed(ErrorKind.INVALID, "the map has neither locks nor leases");
      case Operation.WatchedUpdate update -> watched(update, completion);
      // The writer is the watcher, and both are in this process.
      case Operation.Watch watch ->
          completion.succeeded(alone(new Operation.Update(watch.key(), watch.value())));
    }
  }

  private Outcome alone(Operation.Write write) {
    Lock shared = lock.readLock();
    shared.lock();
    try {
      if (watches.isEmpty()) {
        return write(write);
      }
    } finally {
      shared.unlock();
    }
    return exclusively(() -> write(write));
  }

  private <T> T exclusively(Supplier<T> action) {
    Lock exclusive = lock.writeLock();
    exclusive.lock();
    try {
      return action.get();
    } finally {
      exclusive.unlock();
    }
  }

  private void watched(Operation.WatchedUpdate update, Completion completion) {
    long version = exclusively(() -> updated(update));
    if (version == NONE) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      completion.granted(version);
    }
  }

  /** Returns the version of the write, or NONE if there is no record. */
  private long updated(Operation.WatchedUpdate update) {
    Outcome outcome = write(new Operation.Update(update.key(), update.value()));
    return outcome == Outcome.OK ? writes.get() : NONE;
  }

  @Override
  public Watcher watch(WatcherRequest request, WatchListener listener) throws BindingException {
    if (request.target() instanceof WatchTarget.Group) {
      throw new BindingException("The map has no groups.");
    }
    return exclusively(
        () -> {
          Runnable end = watches.add(request, listener);
          listener.opened();
          return new Watcher() {
            @Override
            public boolean coalesces() {
              return request.once();
            }

            @Override
            public void close() {
              exclusively(
                  () -> {
                    end.run();
                    return request;
                  });
            }
          };
        });
  }

  private Outcome together(Operation.Transaction transaction) {
    return exclusively(
        () -> {
          for (Operation.Part part : transaction.parts()) {
            Outcome obstacle = obstacle(part);
            if (obstacle != Outcome.OK) {
              return obstacle;
            }
          }
          transaction.writes().forEach(this::write);
          return Outcome.OK;
        });
  }

  private Outcome write(Operation.Write write) {
    Outcome outcome =
        switch (write) {
          case Operation.Insert insert -> insert(insert);
          case Operation.Update update -> update(update);
          case Operation.CompareAndSet change -> compareAndSet(change);
          case Operation.Delete delete -> delete(delete.key());
        };
    // A delete has no version.
    if (!watches.isEmpty() && outcome == Outcome.OK && !(write instanceof Operation.Delete)) {
      watches.tell(write.key(), writes.get());
    }
    return outcome;
  }

  /** Returns the outcome that a write would have now. */
  private Outcome obstacle(Operation.Part part) {
    Versioned there = records.get(part.key().toString());
    return switch (part) {
      case Operation.Insert insert -> there == null ? Outcome.OK : Outcome.ALREADY_EXISTS;
      case Operation.Update update -> there == null ? Outcome.NOT_FOUND : Outcome.OK;
      case Operation.Delete delete -> there == null ? Outcome.NOT_FOUND : Outcome.OK;
      case Operation.CompareAndSet change -> unchanged(there, change.expectedVersion());
      case Operation.Guard guard -> unchanged(there, guard.expectedVersion());
    };
  }

  private static Outcome unchanged(@Nullable Versioned there, long expected) {
    if (there == null) {
      return Outcome.NOT_FOUND;
    }
    return there.version() == expected ? Outcome.OK : Outcome.CONFLICT;
  }

  /** Returns how many of the records exist, and passes them on if they are needed. */
  private int together(Operation.ReadTransaction transaction, @Nullable FoundRecords receiver) {
    return exclusively(
        () -> {
          int count = 0;
          for (Key key : transaction.keys()) {
            Versioned found = records.get(key.toString());
            if (found == null) {
              if (receiver != null) {
                receiver.missing(key);
              }
              continue;
            }
            count++;
            if (receiver != null) {
              receiver.found(key, found.value().toByteBuffer(), UNORDERED);
            }
          }
          return count;
        });
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

  /** A range with fewer records than its limit is no failure: there are no more. */
  private void range(KeyRange keys, int limit, boolean descending, Completion completion) {
    ConcurrentNavigableMap<String, Versioned> selected = records(keys);
    FoundRecords receiver = completion.receiver();
    String last = "";
    int count = 0;
    for (Map.Entry<String, Versioned> found :
        (descending ? selected.descendingMap() : selected).entrySet()) {
      if (count == limit(limit)) {
        break;
      }
      last = found.getKey();
      count++;
      if (receiver != null) {
        receiver.found(Key.of(last), found.getValue().value().toByteBuffer(), UNORDERED);
      }
    }
    if (count == 0) {
      completion.scanned(0);
    } else {
      completion.ranged(count, Key.of(last));
    }
  }

  private static int limit(int limit) {
    return limit == 0 ? Integer.MAX_VALUE : limit;
  }

  private ConcurrentNavigableMap<String, Versioned> records(KeyRange keys) {
    KeyRange.Between bounds = keys.bounds();
    String start = bounds.start().map(Key::toString).orElse("");
    return bounds
        .end()
        .map(Key::toString)
        .map(end -> records.subMap(start, start.compareTo(end) < 0 ? end : start))
        .orElseGet(() -> records.tailMap(start));
  }

  @Override
  public OptionalLong countKeys() {
    return OptionalLong.of(records.size());
  }
}
