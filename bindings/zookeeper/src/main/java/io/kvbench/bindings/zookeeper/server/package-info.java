/** The servers of ZooKeeper and zetcd: their settings, commands and probes. */
@NullMarked
package io.kvbench.bindings.zookeeper.server;

import org.jspecify.annotations.NullMarked;
