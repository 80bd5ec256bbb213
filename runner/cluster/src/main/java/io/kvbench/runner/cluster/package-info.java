/**
 * Clusters to put under load: endpoints that the user gave, or servers that a {@link
 * io.kvbench.runner.cluster.ClusterProvider} starts. May import core's file, certificate, binding,
 * server, setting and host.
 */
@NullMarked
package io.kvbench.runner.cluster;

import org.jspecify.annotations.NullMarked;
