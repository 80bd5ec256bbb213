/**
 * Documents as Markdown, for issues, wikis and repositories, and dbtester's README. May import
 * reports.document and reports.table, reports.compare and reports.content for the README, and
 * reports.text for numbers and units.
 */
@NullMarked
package io.kvbench.reports.markdown;

import org.jspecify.annotations.NullMarked;
