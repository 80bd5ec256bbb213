/**
 * Runs of a benchmark over time, as figures without a form: when a figure changed, and whether
 * later runs are worse than a baseline. May import results.format and what it exposes,
 * results.figure, results.statistics, results.directory, core.file, and reports.compare and .table.
 */
@NullMarked
package io.kvbench.reports.history;

import org.jspecify.annotations.NullMarked;
