package io.kvbench.core.workload;

import io.kvbench.core.operation.ReadConsistency;
import java.util.OptionalInt;

/**
 * The properties of a load's requests, independent of the settings that led to them.
 *
 * @param keyBytes the size of every key in bytes; empty if sizes vary
 * @param keys a description of the keys
 * @param valueBytes the size of every value in bytes; empty if sizes vary
 * @param values a description of the values
 * @param consistency the required consistency of reads
 */
public record LoadProfile(
    OptionalInt keyBytes,
    String keys,
    OptionalInt valueBytes,
    String values,
    ReadConsistency consistency) {}
