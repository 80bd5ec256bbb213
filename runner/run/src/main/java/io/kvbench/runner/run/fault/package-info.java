/**
 * Steps of a run: faults and changes of the servers and the network during a phase, planned,
 * checked, carried out at their times, and recorded with the recovery of the phase. May import
 * core's operation, binding, setting, workload, plan, measure and engine, results.format,
 * runner.cluster and runner.run.network.
 */
@NullMarked
package io.kvbench.runner.run.fault;

import org.jspecify.annotations.NullMarked;
