package io.kvbench.core.consistency;

import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadPromise;

/**
 * The reads of one consistency.
 *
 * @param mode the consistency that was asked for
 * @param promised what the system promises for it
 * @param observed the strongest promise that no read was seen to break
 * @param reads how many were checked
 * @param observedWrites how many acknowledged writes these reads returned the values of
 * @param staleness of its reads that were certainly stale
 */
public record ReadModeReport(
    ReadConsistency mode,
    ReadPromise promised,
    ReadPromise observed,
    long reads,
    long observedWrites,
    StalenessHistogram staleness) {}
