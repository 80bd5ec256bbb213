/** Operations as etcd's requests and responses, for either client. */
@NullMarked
package io.kvbench.bindings.etcd.operation;

import org.jspecify.annotations.NullMarked;
