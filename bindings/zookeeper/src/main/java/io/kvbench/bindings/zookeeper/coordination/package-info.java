/** Locks, elections and leases. */
@NullMarked
package io.kvbench.bindings.zookeeper.coordination;

import org.jspecify.annotations.NullMarked;
