package io.kvbench.core.workload.replay;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.core.trace.TraceFile;
import io.kvbench.core.workload.setting.TraceSettings.Keys;
import io.kvbench.core.workload.value.ValuePool;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The rules by which recorded operations become requests: their times, keys, values and
 * consistency, and which of them are left out. Immutable.
 *
 * @param speed the factor by which the replay is faster; 0 if times are ignored
 * @param consistency that of all reads; empty for the recorded ones
 * @param blindWrites whether updates create missing records in the system
 */
record ReplayRules(
    TraceFile file,
    double speed,
    Keys keys,
    Optional<ReadConsistency> consistency,
    Set<OperationType> skipped,
    ValuePool values,
    boolean blindWrites) {
  private static final double NANOS_PER_MICRO = 1_000;

  /** About 36 years: sums of several such times do not overflow. */
  static final long LATEST_NANOS = 1L << 60;

  ReplayRules {
    skipped = Set.copyOf(skipped);
  }

  ReplayRules skipping(Set<OperationType> types) {
    return new ReplayRules(file, speed, keys, consistency, types, values, blindWrites);
  }

  ReplayRules onBlindWrites() {
    return new ReplayRules(file, speed, keys, consistency, skipped, values, true);
  }

  boolean isSkipped(OperationType type) {
    return skipped.contains(type);
  }

  /** Returns whether a record is inserted before the replay. */
  boolean loads(boolean certain) {
    return certain || !blindWrites;
  }

  /** Returns how many records the store must have before. */
  long loadCount() {
    return file.recordsBefore() + (blindWrites ? 0 : file.recordsUpdated());
  }

  /** Returns when an operation recorded at a time is to be sent. */
  long startNanos(long micros) {
    double nanos = (micros - file.firstMicros()) * NANOS_PER_MICRO / speed;
    return speed == 0 ? 0 : Math.min(LATEST_NANOS, Math.round(nanos));
  }

  ReadConsistency consistency(ReadConsistency recorded) {
    return consistency.orElse(recorded);
  }

  Value value(int bytes, SplittableRandom random) {
    long size = bytes < 0 ? file.writes().mean() : bytes; // some sizes are unknown
    return values.ofSize((int) size, random);
  }

  /** Returns the key in the store. */
  Key key(Key recorded) {
    return keys.of(recorded);
  }
}
