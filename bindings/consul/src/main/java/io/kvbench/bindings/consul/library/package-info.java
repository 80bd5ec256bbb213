/** The client with {@code client=library}: operations through the Consul client. */
@NullMarked
package io.kvbench.bindings.consul.library;

import org.jspecify.annotations.NullMarked;
