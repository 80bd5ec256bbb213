/**
 * Comparisons and runs as comma-separated values, for programs and spreadsheets. May import
 * core.statistics, reports.compare, .table, core.directory, core.result and what that exposes, and
 * reports.text for numbers and units.
 */
@NullMarked
package io.kvbench.reports.csv;

import org.jspecify.annotations.NullMarked;
