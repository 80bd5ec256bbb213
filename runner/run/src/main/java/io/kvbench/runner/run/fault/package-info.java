/**
 * Steps of a run: what is done to the servers and to the network on purpose while a phase runs,
 * planned, checked, carried out at its time, and put on record with how the phase came back. May
 * import core's operation, binding, setting, workload, plan, measure and engine, results.format,
 * runner.cluster and runner.run.network.
 */
@NullMarked
package io.kvbench.runner.run.fault;

import org.jspecify.annotations.NullMarked;
