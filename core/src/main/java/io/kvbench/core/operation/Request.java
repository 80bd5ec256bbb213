package io.kvbench.core.operation;

/**
 * One arrival of a workload: usually one {@link Operation}, or several that belong together. Load
 * models and {@code operationcount} count requests; throughput and times are measured for
 * operations.
 */
public sealed interface Request permits Operation, Composite {}
