/**
 * The systems {@code consul} and {@code cetcd}: HashiCorp Consul's key-value store. Operations go
 * over HTTP connections of kvbench's own, or through the Consul client, which also asks servers
 * about themselves. May import core's operation, binding and setting, bindings.support, the Consul
 * client with what it stands on, and Netty.
 */
@NullMarked
package io.kvbench.bindings.consul;

import org.jspecify.annotations.NullMarked;
