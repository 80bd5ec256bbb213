/** The decoder of the traffic of ZooKeeper's clients, by the library's records. */
@NullMarked
package io.kvbench.bindings.zookeeper.traffic;

import org.jspecify.annotations.NullMarked;
