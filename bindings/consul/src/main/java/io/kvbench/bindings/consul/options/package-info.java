/** The settings of the binding and the connection options derived from them: TLS and the token. */
@NullMarked
package io.kvbench.bindings.consul.options;

import org.jspecify.annotations.NullMarked;
