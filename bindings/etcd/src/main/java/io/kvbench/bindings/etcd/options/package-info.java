/**
 * The settings of the binding and what they say of connections: endpoints aside, credentials and
 * TLS.
 */
@NullMarked
package io.kvbench.bindings.etcd.options;

import org.jspecify.annotations.NullMarked;
