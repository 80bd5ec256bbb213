/**
 * Results and comparisons as pages for a browser: one file each, with its figures in it. A run is
 * made into {@link io.kvbench.reports.html.Figures}, these into JSON, and a script that knows
 * nothing of runs draws them. May import results.format and what it exposes, results.directory,
 * .figure and .statistics, .compare, .history, .run, .spikes, .suite, .table, .text and .colour
 * with core.binding's {@link io.kvbench.core.binding.SystemColour}.
 */
@NullMarked
package io.kvbench.reports.html;

import org.jspecify.annotations.NullMarked;
