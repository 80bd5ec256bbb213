/**
 * The systems {@code zookeeper} and {@code zetcd}: Apache ZooKeeper, and what speaks its protocol,
 * through the asynchronous interface of ZooKeeper's own client. A record is a child of one root
 * znode. Locks are Curator's recipes; leases are sessions over Netty. May import core's operation,
 * binding and setting, bindings.support, the ZooKeeper client, Curator and Netty.
 */
@NullMarked
package io.kvbench.bindings.zookeeper;

import org.jspecify.annotations.NullMarked;
