/**
 * Limits of the servers of a run: in force before the load, with their measured effects. May import
 * core's setting, server and measure, results.format, and runner.cluster.
 */
@NullMarked
package io.kvbench.runner.run.limits;

import org.jspecify.annotations.NullMarked;
