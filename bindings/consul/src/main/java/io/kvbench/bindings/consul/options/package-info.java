/** The settings of the binding and what they say of connections: TLS and the token. */
@NullMarked
package io.kvbench.bindings.consul.options;

import org.jspecify.annotations.NullMarked;
