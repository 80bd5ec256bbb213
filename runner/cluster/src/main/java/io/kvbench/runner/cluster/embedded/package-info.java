/**
 * ZooKeeper servers of kvbench's own: each in a JVM of its own, from the class path of this one.
 * May import the cluster package, core's binding and setting, and ZooKeeper's server.
 */
@NullMarked
package io.kvbench.runner.cluster.embedded;

import org.jspecify.annotations.NullMarked;
