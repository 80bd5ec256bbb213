/**
 * Workload files and their meaning: the mix of operations, the choice of keys, the source of
 * values; or a trace to be replayed. May import operation, file, setting and trace.
 */
@NullMarked
package io.kvbench.core.workload;

import org.jspecify.annotations.NullMarked;
