/** The decoder of the traffic of etcd's clients, by jetcd's messages. */
@NullMarked
package io.kvbench.bindings.etcd.traffic;

import org.jspecify.annotations.NullMarked;
