/**
 * Certificates and keys in PEM files, the TLS contexts made from them, and an authority that issues
 * them. May import core's file and measure.
 */
@NullMarked
package io.kvbench.core.certificate;

import org.jspecify.annotations.NullMarked;
