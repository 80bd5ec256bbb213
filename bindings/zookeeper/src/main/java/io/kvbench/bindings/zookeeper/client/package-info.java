/** Operations as ZooKeeper's requests and responses, through either client. */
@NullMarked
package io.kvbench.bindings.zookeeper.client;

import org.jspecify.annotations.NullMarked;
