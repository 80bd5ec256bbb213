/**
 * Servers from programs that are installed on this machine, whose processes kvbench starts. May
 * import the cluster package and core's server, binding and setting.
 */
@NullMarked
package io.kvbench.runner.cluster.process;

import org.jspecify.annotations.NullMarked;
