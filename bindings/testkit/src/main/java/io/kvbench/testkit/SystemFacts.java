package io.kvbench.testkit;

import java.util.OptionalInt;

/**
 * What a system does in its own way. The contract checks every one of these both ways and writes
 * them into the guide.
 *
 * @param alone answers to a write by itself
 * @param together answers to a transaction with such a write; of no meaning without transactions
 * @param recreationConflicts whether a compare-and-set fails when the record was deleted and
 *     inserted again since it was read; of no meaning without compare-and-set
 * @param largestValue the largest value in bytes that is taken under a key of {@value Keys#LENGTH}
 *     bytes, if there is a limit
 * @param refusedValue a size in bytes that is over the limit for certain; given if the other is
 * @param transactionWrites the most writes of small records in a transaction, if there is a limit
 * @param keys which keys can be stored
 */
public record SystemFacts(
    WriteAnswers alone,
    WriteAnswers together,
    boolean recreationConflicts,
    OptionalInt largestValue,
    OptionalInt refusedValue,
    OptionalInt transactionWrites,
    KeyRule keys) {}
