/**
 * Workload files and what they mean: the mix of operations, the choice of keys, the source of
 * values. May import operation and setting.
 */
@NullMarked
package io.kvbench.core.workload;

import org.jspecify.annotations.NullMarked;
