package io.kvbench.testkit;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a system does in its own way. The contract checks every one of these both ways and writes
 * them into the guide.
 *
 * @param alone answers to a write by itself
 * @param together answers to a transaction with such a write; of no meaning without transactions
 * @param versions when versions change; of no meaning without compare-and-set
 * @param values the limit of a value, if there is one
 * @param valuesTogether the limit of a value that is the only one of a transaction, if there is one
 * @param transactionWrites the most writes of small records in a transaction, if there is a limit
 * @param keys which keys can be stored
 */
public record SystemFacts(
    WriteAnswers alone,
    WriteAnswers together,
    VersionRule versions,
    Optional<SizeLimit> values,
    Optional<SizeLimit> valuesTogether,
    OptionalInt transactionWrites,
    KeyRule keys) {}
