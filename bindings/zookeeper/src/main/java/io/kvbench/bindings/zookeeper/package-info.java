/**
 * The systems {@code zookeeper} and {@code zetcd}: Apache ZooKeeper, and a proxy with its protocol,
 * through the asynchronous interface of ZooKeeper's own client or kvbench's own connections. A
 * record is a child of one root znode. Locks are Curator's recipes; leases are sessions over Netty.
 * May import core's operation, binding and setting, bindings.support, the ZooKeeper client, Curator
 * and Netty.
 */
@NullMarked
package io.kvbench.bindings.zookeeper;

import org.jspecify.annotations.NullMarked;
