/**
 * Topology files: the servers to start, each with its limits and its network. May import core's
 * file and setting, and runner.cluster.
 */
@NullMarked
package io.kvbench.runner.run.topology;

import org.jspecify.annotations.NullMarked;
