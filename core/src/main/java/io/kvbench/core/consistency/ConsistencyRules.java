package io.kvbench.core.consistency;

import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadPromise;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;

/**
 * The promises, versions and clocks that a history is checked against. Immutable.
 *
 * @param promises what the system promises for reads of each consistency
 * @param versions the scope of the versions in the history
 * @param blindWrites whether the system applies inserts, updates and deletes regardless of the
 *     record's existence, so that a success says nothing about it
 * @param loadedKeys the number of keys, from 0 on, that certainly existed when recording began
 * @param elections when leaders were replaced: stale reads of {@link ReadPromise#LEASE} are notes
 *     there
 * @param clockErrors by client: how far its clock may have been off, in ns; empty for one clock
 * @param watchesDeliverAll whether watchers get every write of their keys, and not only the latest
 * @param memoryBytes the memory for records; larger histories are checked in several passes
 * @param threads how many keys are checked at once
 */
public record ConsistencyRules(
    Map<ReadConsistency, ReadPromise> promises,
    VersionScope versions,
    boolean blindWrites,
    long loadedKeys,
    List<TimeWindow> elections,
    Optional<IntToLongFunction> clockErrors,
    boolean watchesDeliverAll,
    long memoryBytes,
    int threads) {
  private static final long MEMORY = 1L << 30;

  public ConsistencyRules {
    promises = Collections.unmodifiableMap(new EnumMap<>(promises));
    elections = List.copyOf(elections);
  }

  /** Returns a builder of rules: everything is linearizable, without versions, on one clock. */
  public static Builder builder() {
    return new Builder();
  }

  ReadPromise promise(ReadConsistency consistency) {
    return promises.getOrDefault(consistency, ReadPromise.ANY);
  }

  /** Returns whether all clients used one clock. */
  boolean hasOneClock() {
    return clockErrors.isEmpty();
  }

  /** Returns how far the clock of a client may have been off, in ns. */
  long clockError(int client) {
    return clockErrors.map(errors -> errors.applyAsLong(client)).orElse(0L);
  }

  /** Returns these rules as if clocks were exact. */
  ConsistencyRules withOneClock() {
    return new ConsistencyRules(
        promises,
        versions,
        blindWrites,
        loadedKeys,
        elections,
        Optional.empty(),
        watchesDeliverAll,
        memoryBytes,
        threads);
  }

  boolean inElection(long begin, long end) {
    return elections.stream().anyMatch(window -> window.overlaps(begin, end));
  }

  /** A builder; for one thread. */
  public static final class Builder {
    private final Map<ReadConsistency, ReadPromise> promises = new EnumMap<>(ReadConsistency.class);
    private VersionScope versions = VersionScope.NONE;
    private boolean blindWrites;
    private long loadedKeys;
    private List<TimeWindow> elections = List.of();
    private Optional<IntToLongFunction> clockErrors = Optional.empty();
    private boolean watchesDeliverAll;
    private long memoryBytes = MEMORY;
    private int threads = Runtime.getRuntime().availableProcessors();

    Builder() {
      for (ReadConsistency each : ReadConsistency.values()) {
        promises.put(each, ReadPromise.LINEARIZABLE);
      }
    }

    public Builder promise(ReadConsistency consistency, ReadPromise promise) {
      promises.put(consistency, promise);
      return this;
    }

    public Builder versions(VersionScope scope) {
      versions = scope;
      return this;
    }

    public Builder blindWrites(boolean blind) {
      blindWrites = blind;
      return this;
    }

    public Builder loadedKeys(long count) {
      loadedKeys = count;
      return this;
    }

    public Builder elections(List<TimeWindow> windows) {
      elections = windows;
      return this;
    }

    public Builder clockError(IntToLongFunction nanosByClient) {
      clockErrors = Optional.of(nanosByClient);
      return this;
    }

    public Builder watchesDeliverAll(boolean all) {
      watchesDeliverAll = all;
      return this;
    }

    public Builder memoryBytes(long bytes) {
      memoryBytes = bytes;
      return this;
    }

    public Builder threads(int count) {
      threads = count;
      return this;
    }

    public ConsistencyRules build() {
      return new ConsistencyRules(
          promises,
          versions,
          blindWrites,
          loadedKeys,
          elections,
          clockErrors,
          watchesDeliverAll,
          memoryBytes,
          threads);
    }
  }
}
