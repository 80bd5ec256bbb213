/** ZooKeeper's requests and responses for operations, through either client. */
@NullMarked
package io.kvbench.bindings.zookeeper.client;

import org.jspecify.annotations.NullMarked;
