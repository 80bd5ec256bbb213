/** Events in the logs and metrics of ZooKeeper's servers. */
@NullMarked
package io.kvbench.bindings.zookeeper.events;

import org.jspecify.annotations.NullMarked;
