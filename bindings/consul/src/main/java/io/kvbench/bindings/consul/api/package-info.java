/** What requests and responses of Consul's and cetcd's HTTP API mean. */
@NullMarked
package io.kvbench.bindings.consul.api;

import org.jspecify.annotations.NullMarked;
