/** Sessions of ZooKeeper's client library, and the watchers of records, which have their own. */
@NullMarked
package io.kvbench.bindings.zookeeper.library;

import org.jspecify.annotations.NullMarked;
