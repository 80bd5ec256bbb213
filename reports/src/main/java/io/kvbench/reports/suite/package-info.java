/**
 * The measurements of a suite so far, as data: its runs by combination, their figures, and tables
 * of them. May import results.directory, for the suite's document, results.figure and
 * reports.table.
 */
@NullMarked
package io.kvbench.reports.suite;

import org.jspecify.annotations.NullMarked;
