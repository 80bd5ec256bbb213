/** The requests of Consul's and cetcd's HTTP API, and the interpretation of their responses. */
@NullMarked
package io.kvbench.bindings.consul.api;

import org.jspecify.annotations.NullMarked;
