/**
 * The records that are the result format. May import operation, plan and measure (its snapshots).
 */
@NullMarked
package io.kvbench.core.result;

import org.jspecify.annotations.NullMarked;
