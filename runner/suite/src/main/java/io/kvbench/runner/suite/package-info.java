/**
 * Suites: many runs from one file, as cells that are combinations of values. A suite is read,
 * planned as a whole, and run cell by cell, each in a separate process; its directory records the
 * progress. May import core, results, runner.cluster and runner.run to plan and to start servers,
 * runner.process for the runs, and reports to write pages and comparisons.
 */
@NullMarked
package io.kvbench.runner.suite;

import org.jspecify.annotations.NullMarked;
