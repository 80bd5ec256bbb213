/** Events in the logs and metrics of etcd's servers. */
@NullMarked
package io.kvbench.bindings.etcd.events;

import org.jspecify.annotations.NullMarked;
