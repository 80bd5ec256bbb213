/**
 * Judges a run by what it measured: whether to trust the figures, and whether they keep the user's
 * own thresholds. Every limit is a setting. May import operation, setting, workload, plan, measure
 * (its histograms and accounts), statistics and result.
 */
@NullMarked
package io.kvbench.results.verdict;

import org.jspecify.annotations.NullMarked;
