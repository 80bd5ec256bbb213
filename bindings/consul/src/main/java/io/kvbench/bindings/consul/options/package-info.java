/**
 * The settings of the binding and the options of connections derived from them: TLS and the token.
 */
@NullMarked
package io.kvbench.bindings.consul.options;

import org.jspecify.annotations.NullMarked;
