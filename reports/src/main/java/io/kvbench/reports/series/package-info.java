/**
 * What runs did over time, over the keys that were written and over numbers of clients, as figures
 * without a form: computed once, for files and for pictures. May import results.directory and
 * .figure, the labels of reports.compare, reports.spikes, results.format and what these expose.
 */
@NullMarked
package io.kvbench.reports.series;

import org.jspecify.annotations.NullMarked;
