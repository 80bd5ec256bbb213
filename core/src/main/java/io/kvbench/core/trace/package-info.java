/**
 * Traces: the operations of recorded clients, written to and read from a file. May import operation
 * and file.
 */
@NullMarked
package io.kvbench.core.trace;

import org.jspecify.annotations.NullMarked;
