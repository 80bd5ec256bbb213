/**
 * The sections of the report of one run that are tables, computed once for the text and the page.
 * May import results.format and what it exposes, results.figure and reports.table.
 */
@NullMarked
package io.kvbench.reports.run;

import org.jspecify.annotations.NullMarked;
