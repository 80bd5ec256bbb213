/**
 * Certificates and keys in PEM files, what TLS needs of them, and an authority that issues them.
 * May import core's file.
 */
@NullMarked
package io.kvbench.core.certificate;

import org.jspecify.annotations.NullMarked;
