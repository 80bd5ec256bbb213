/**
 * The records that are the result format. May import core's operation, server, plan and measure
 * (its snapshots).
 */
@NullMarked
package io.kvbench.results.format;

import org.jspecify.annotations.NullMarked;
