/** The client that is the default: operations over the connections of {@code wire}. */
@NullMarked
package io.kvbench.bindings.etcd.light;

import org.jspecify.annotations.NullMarked;
