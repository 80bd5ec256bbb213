/**
 * Statistics of figures that were measured repeatedly, as pure functions of arrays: intervals,
 * comparisons of two groups, outliers, trends, modes, steady state, change points, and when to stop
 * repeating. Random numbers come from seeds, so equal arguments give equal results. Arrays are
 * never changed, and all methods can be called from any thread. Imports nothing of kvbench.
 */
@NullMarked
package io.kvbench.results.statistics;

import org.jspecify.annotations.NullMarked;
