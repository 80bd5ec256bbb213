/**
 * The system {@code zookeeper}: Apache ZooKeeper through the asynchronous interface of its own
 * client. A record is a child of one root znode. May import core's operation, binding and setting,
 * and the ZooKeeper client.
 */
@NullMarked
package io.kvbench.bindings.zookeeper;

import org.jspecify.annotations.NullMarked;
