/**
 * Live metrics of a run, for Prometheus. May import core's operation, setting, plan and measure,
 * results.format and host, host.listen, Micrometer, Prometheus' client, and the JDK's HTTP server.
 */
@NullMarked
package io.kvbench.runner.metrics;

import org.jspecify.annotations.NullMarked;
