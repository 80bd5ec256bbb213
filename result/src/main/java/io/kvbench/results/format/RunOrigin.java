package io.kvbench.results.format;

import java.time.Instant;

/**
 * The workload of a run, and when it began.
 *
 * @param seed the seed of the clients' random streams
 */
public record RunOrigin(String workload, Instant startedAt, long seed) implements FlatPart {}
