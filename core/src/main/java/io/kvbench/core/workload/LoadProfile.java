package io.kvbench.core.workload;

import io.kvbench.core.operation.ReadConsistency;
import java.util.OptionalInt;

/**
 * What requests are like, whatever the settings were that said so.
 *
 * @param keyBytes the size of every key in bytes; empty where sizes vary
 * @param keys what keys are made of, in words
 * @param valueBytes the size of every value in bytes; empty where sizes vary
 * @param values what values are made of, in words
 * @param consistency how fresh reads have to be
 */
public record LoadProfile(
    OptionalInt keyBytes,
    String keys,
    OptionalInt valueBytes,
    String values,
    ReadConsistency consistency) {}
