package io.kvbench.core.workload.check;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.RecordNumbers;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * The records that a workload writes, for their read-back.
 *
 * @param kinds the kinds of requests in the mix of the run
 * @param createsMissing whether requests create missing records in systems with blind writes
 * @param expected whether the run uses records that must have been written before
 * @param objection returns what is wrong with the value of a key, if anything
 */
public record WrittenRecords(
    KeyFormat format,
    RecordNumbers space,
    Set<OperationType> kinds,
    boolean createsMissing,
    boolean expected,
    long seed,
    BiFunction<Key, ByteBuffer, Optional<String>> objection) {}
