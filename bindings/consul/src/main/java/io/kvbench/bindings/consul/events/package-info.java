/** Events in the logs and metrics of Consul's servers. */
@NullMarked
package io.kvbench.bindings.consul.events;

import org.jspecify.annotations.NullMarked;
