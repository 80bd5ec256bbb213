package io.kvbench.core.workload.check;

/**
 * The lengths in bytes of the values that were read.
 *
 * @param others values of a length that the workload does not write
 */
public record ReadLengths(long count, long min, long mean, long max, long others) {}
