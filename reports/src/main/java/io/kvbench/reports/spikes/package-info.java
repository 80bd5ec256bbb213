/**
 * Spikes of a run, and what coincided with them: computed from result directories alone, so also
 * from older ones. May import results.statistics, .figure, .directory and .host, core's server and
 * setting, results.format and what it exposes, and reports.run and .table.
 */
@NullMarked
package io.kvbench.reports.spikes;

import org.jspecify.annotations.NullMarked;
