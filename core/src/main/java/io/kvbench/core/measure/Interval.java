package io.kvbench.core.measure;

import java.time.Instant;

/**
 * What was recorded in about a second of a phase.
 *
 * @param startedAt the wall clock at its beginning
 * @param phaseNanos its beginning, from the start of the phase
 * @param wallNanos its length
 * @param clients how many clients were at work in it: those at its beginning, as none begins later
 * @param requests how many requests had ended since the start of the phase
 * @param recorded what ended in it
 * @param ticks when it ended
 */
public record Interval(
    Instant startedAt,
    long phaseNanos,
    long wallNanos,
    int clients,
    long requests,
    Snapshot recorded,
    Ticks ticks) {}
