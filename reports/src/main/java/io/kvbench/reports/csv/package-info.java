/**
 * Comparisons and runs as comma-separated values, for programs and spreadsheets. May import
 * results.figure, results.statistics, reports.compare, .table, results.directory, results.format
 * and what that exposes, and reports.text for numbers and units.
 */
@NullMarked
package io.kvbench.reports.csv;

import org.jspecify.annotations.NullMarked;
