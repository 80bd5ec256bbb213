/**
 * Network conditions between clients and servers, and between servers: a Toxiproxy of the run's own
 * for each, with one proxy per server, whose delay and bandwidth are measured before the load, and
 * which steps change. May import core's setting, server, binding, plan and measure, results.format,
 * and runner.cluster.
 */
@NullMarked
package io.kvbench.runner.run.network;

import org.jspecify.annotations.NullMarked;
