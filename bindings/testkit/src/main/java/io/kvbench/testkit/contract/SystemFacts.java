package io.kvbench.testkit.contract;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The facts that are specific to a system. The contract checks every one of these both ways and
 * writes them into the guide.
 *
 * @param alone the answers to single writes
 * @param together the answers to transactions with such a write; meaningless without transactions
 * @param versions when versions change; meaningless without compare-and-set
 * @param values the limit of a value, if there is one
 * @param valuesTogether the limit of a value that is the only one of a transaction, if there is one
 * @param transactionWrites the max number of writes of small records in a transaction, if there is
 *     a limit
 * @param keys the keys that can be stored
 */
public record SystemFacts(
    WriteAnswers alone,
    WriteAnswers together,
    VersionRule versions,
    Optional<SizeLimit> values,
    Optional<SizeLimit> valuesTogether,
    OptionalInt transactionWrites,
    KeyRule keys) {}
