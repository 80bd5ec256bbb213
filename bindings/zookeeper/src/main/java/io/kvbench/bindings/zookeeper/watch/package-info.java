/** Watchers of records, in sessions of their own. */
@NullMarked
package io.kvbench.bindings.zookeeper.watch;

import org.jspecify.annotations.NullMarked;
