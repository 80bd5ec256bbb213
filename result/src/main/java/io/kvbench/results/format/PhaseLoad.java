package io.kvbench.results.format;

/**
 * The load of a phase, as planned.
 *
 * @param clients how many there were at its beginning; the phase's {@code pool} has those that an
 *     open loop started besides
 * @param connections the shared ones; {@code pool} has those that were opened besides; 0 if
 *     unknown, as for a binding that the caller has opened
 */
public record PhaseLoad(int clients, int connections, String loadModel) implements FlatPart {}
