/**
 * What kvbench knows of the servers of each system wherever they run: their settings with the
 * defaults of production, their configuration, and what to ask them. For all providers. May import
 * the cluster package and core's setting.
 */
@NullMarked
package io.kvbench.runner.cluster.server;

import org.jspecify.annotations.NullMarked;
