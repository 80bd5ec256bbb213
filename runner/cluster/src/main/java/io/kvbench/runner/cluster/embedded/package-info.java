/**
 * Servers from the class path of this process, each in a separate JVM. May import the cluster
 * package and core's server, binding and setting.
 */
@NullMarked
package io.kvbench.runner.cluster.embedded;

import org.jspecify.annotations.NullMarked;
