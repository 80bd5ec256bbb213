/**
 * Comparisons of several results, as figures without a form: what differs between the runs, the
 * rows of a table, and whose figures are better by more than noise. May import results.format and
 * what it exposes, results.figure, results.statistics, results.directory, reports.table,
 * reports.run, and the declared settings of core.setting, workload, plan and results.verdict, which
 * say what they affect.
 */
@NullMarked
package io.kvbench.reports.compare;

import org.jspecify.annotations.NullMarked;
