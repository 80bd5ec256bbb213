/**
 * Certificates and keys for TLS, from the files that settings name. May import core's certificate,
 * file, setting and binding.
 */
@NullMarked
package io.kvbench.bindings.support.tls;

import org.jspecify.annotations.NullMarked;
