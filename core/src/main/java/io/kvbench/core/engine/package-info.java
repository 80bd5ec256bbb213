/**
 * The pool of virtual-thread clients, their pacing, and the collection of intervals. May import
 * operation, setting, binding, workload, plan and measure.
 */
@NullMarked
package io.kvbench.core.engine;

import org.jspecify.annotations.NullMarked;
