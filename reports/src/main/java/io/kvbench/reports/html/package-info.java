/**
 * Documents as HTML pages, one file each. May import reports.document and reports.table,
 * reports.text for numbers and harmless text, and results.directory to write files.
 */
@NullMarked
package io.kvbench.reports.html;

import org.jspecify.annotations.NullMarked;
