/**
 * Servers from programs on this machine: a process for each node. What is particular to a system is
 * in its {@link io.kvbench.runner.cluster.process.ServerProgram}. May import the cluster package,
 * cluster.local, cluster.server, and core's binding and setting.
 */
@NullMarked
package io.kvbench.runner.cluster.process;

import org.jspecify.annotations.NullMarked;
