/** The servers of ZooKeeper and zetcd: their settings, how they start, and what they are asked. */
@NullMarked
package io.kvbench.bindings.zookeeper.server;

import org.jspecify.annotations.NullMarked;
