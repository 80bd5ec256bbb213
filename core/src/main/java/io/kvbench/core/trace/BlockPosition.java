package io.kvbench.core.trace;

/**
 * The position of a block in a trace file, and what the block contains.
 *
 * @param offset in bytes
 * @param operations the number of operations, or of records in a block of records
 * @param firstMicros when the first was sent
 * @param lastMicros when the last was
 */
public record BlockPosition(long offset, int operations, long firstMicros, long lastMicros) {}
