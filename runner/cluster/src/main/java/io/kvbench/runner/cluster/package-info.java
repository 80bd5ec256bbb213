/**
 * Clusters to benchmark: endpoints that the user gave, or servers that a {@link
 * io.kvbench.runner.cluster.ClusterProvider} starts. May import core's file, certificate, binding,
 * server and setting, results.host and host.listen.
 */
@NullMarked
package io.kvbench.runner.cluster;

import org.jspecify.annotations.NullMarked;
