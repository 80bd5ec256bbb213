/**
 * Results as text for a terminal. May import results.format and what it exposes, results.figure,
 * .statistics, .directory, and reports.compare, .history, .run, .spikes, .suite and .table.
 */
@NullMarked
package io.kvbench.reports.text;

import org.jspecify.annotations.NullMarked;
