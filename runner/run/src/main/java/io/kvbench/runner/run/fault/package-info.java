/**
 * What is done to the servers on purpose while a phase runs: planned, checked, carried out at its
 * time, and put on record with how the phase came back. May import core's operation, binding,
 * setting, plan, measure, engine and result, and runner.cluster.
 */
@NullMarked
package io.kvbench.runner.run.fault;

import org.jspecify.annotations.NullMarked;
