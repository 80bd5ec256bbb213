/**
 * Time series of runs, and figures over written keys and over numbers of clients, independent of a
 * format: computed once, for files and for pictures. May import results.directory and .figure, the
 * labels of reports.compare, reports.spikes, results.format and what these expose.
 */
@NullMarked
package io.kvbench.reports.series;

import org.jspecify.annotations.NullMarked;
