/**
 * Verdicts on runs, from their measurements: whether to trust the figures, and whether they meet
 * the user's own thresholds. Every limit is a setting. May import core's operation, setting,
 * workload, plan and measure (its histograms and accounts), results.statistics, results.figure and
 * results.format.
 */
@NullMarked
package io.kvbench.results.verdict;

import org.jspecify.annotations.NullMarked;
