/**
 * Runs in the formats that tools of others read: HdrHistogram's interval log and perfdash. May
 * import results.directory and .figure, reports.table, reports.compare for labels, results.format
 * and what it exposes.
 */
@NullMarked
package io.kvbench.reports.tool;

import org.jspecify.annotations.NullMarked;
