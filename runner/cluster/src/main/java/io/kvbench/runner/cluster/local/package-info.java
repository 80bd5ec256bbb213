/**
 * Shared code for servers on this machine: ports, directories, and processes that can be found
 * again. For all providers. May import the cluster package and core's setting.
 */
@NullMarked
package io.kvbench.runner.cluster.local;

import org.jspecify.annotations.NullMarked;
