/**
 * Server events during phases: read from the servers' logs after the run, and from their metrics
 * during it. May import core's setting and measure, results.format, and runner.cluster.
 */
@NullMarked
package io.kvbench.runner.run.events;

import org.jspecify.annotations.NullMarked;
