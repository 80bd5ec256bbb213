/**
 * Runs of a benchmark over time, as figures independent of a format: the points at which a figure
 * changed, and regressions of later runs against a baseline. May import results.format and what it
 * exposes, results.figure, results.statistics, results.directory, core.file, and reports.compare
 * and .table.
 */
@NullMarked
package io.kvbench.reports.history;

import org.jspecify.annotations.NullMarked;
