/**
 * Traces: the operations of recorded clients, written to a file and read back. May import operation
 * and file.
 */
@NullMarked
package io.kvbench.core.trace;

import org.jspecify.annotations.NullMarked;
