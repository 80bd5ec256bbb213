/**
 * Certificates and keys for TLS. May import core's file, setting and binding, and the DER encoder
 * of Airlift's security library; a binding that uses it declares that and Guava.
 */
@NullMarked
package io.kvbench.bindings.support.tls;

import org.jspecify.annotations.NullMarked;
