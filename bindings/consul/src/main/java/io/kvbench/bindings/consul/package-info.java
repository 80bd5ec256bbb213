/**
 * The systems {@code consul} and {@code cetcd}: HashiCorp Consul's key-value store. Operations go
 * over kvbench's own HTTP connections, or through the Consul client, which also queries the state
 * of servers. May import core's operation, binding and setting, bindings.support, the Consul client
 * with its dependencies, and Netty.
 */
@NullMarked
package io.kvbench.bindings.consul;

import org.jspecify.annotations.NullMarked;
