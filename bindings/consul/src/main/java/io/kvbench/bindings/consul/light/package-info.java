/** The default client: operations over the connections of {@code wire}. */
@NullMarked
package io.kvbench.bindings.consul.light;

import org.jspecify.annotations.NullMarked;
