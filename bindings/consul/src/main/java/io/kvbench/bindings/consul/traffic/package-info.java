/** The decoder of the traffic of Consul's clients. */
@NullMarked
package io.kvbench.bindings.consul.traffic;

import org.jspecify.annotations.NullMarked;
