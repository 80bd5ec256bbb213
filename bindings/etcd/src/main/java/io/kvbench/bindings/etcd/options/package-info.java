/**
 * The settings of the binding and the options of connections derived from them: credentials and
 * TLS, but not endpoints.
 */
@NullMarked
package io.kvbench.bindings.etcd.options;

import org.jspecify.annotations.NullMarked;
