/** Requests and responses for operations, through either client, and locks and leases. */
@NullMarked
package io.kvbench.bindings.zookeeper.operation;

import org.jspecify.annotations.NullMarked;
