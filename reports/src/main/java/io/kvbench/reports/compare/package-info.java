/**
 * Comparisons of several results, as figures independent of a format: differences between the runs,
 * table rows, and rankings of figures that differ by more than noise. May import results.format and
 * what it exposes, results.figure, results.statistics, results.directory, reports.table,
 * reports.run, and the declared settings of core.setting, workload, plan and results.verdict, which
 * say what they affect.
 */
@NullMarked
package io.kvbench.reports.compare;

import org.jspecify.annotations.NullMarked;
