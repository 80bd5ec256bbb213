/** The default client: operations over the connections of {@code wire}. */
@NullMarked
package io.kvbench.bindings.zookeeper.light;

import org.jspecify.annotations.NullMarked;
