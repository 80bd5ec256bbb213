package io.kvbench.core.measure;

import java.util.Optional;

/**
 * The work of one client in a phase.
 *
 * @param requests how many of its requests had ended
 * @param busyNanos for how long it had operations in flight
 * @param server the server of its session; empty if unknown
 */
public record ClientRequests(long requests, long busyNanos, Optional<String> server) {}
