/**
 * Results as text for a terminal, and the way numbers and units are written. May import
 * results.format and what it exposes, results.statistics, .directory, and reports.compare,
 * .history, .run, .spikes, .suite and .table.
 */
@NullMarked
package io.kvbench.reports.text;

import org.jspecify.annotations.NullMarked;
