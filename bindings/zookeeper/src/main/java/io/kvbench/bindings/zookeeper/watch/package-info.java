/** Watchers of records, in separate sessions. */
@NullMarked
package io.kvbench.bindings.zookeeper.watch;

import org.jspecify.annotations.NullMarked;
