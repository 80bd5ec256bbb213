/**
 * Tables independent of a format: cells that carry their units. Reports compute their sections as
 * such tables once, and each format renders them. May import results.figure, for units.
 */
@NullMarked
package io.kvbench.reports.table;

import org.jspecify.annotations.NullMarked;
