/**
 * Comparisons and histories as Markdown, for issues, wikis and repositories. May import
 * results.figure, reports.compare, .history and .table, and reports.text for numbers and units.
 */
@NullMarked
package io.kvbench.reports.markdown;

import org.jspecify.annotations.NullMarked;
