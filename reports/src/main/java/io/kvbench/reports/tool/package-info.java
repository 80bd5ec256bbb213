/**
 * Runs in the formats of third-party tools: HdrHistogram's interval log, perfdash and YCSB. May
 * import results.directory and .figure, reports.table, reports.compare for labels, settings,
 * results.format and what it exposes.
 */
@NullMarked
package io.kvbench.reports.tool;

import org.jspecify.annotations.NullMarked;
