/**
 * The documents of runs, searches, comparisons, histories and suites: their sections, in order. May
 * import the data packages of reports, reports.document, and reports.text for numbers and escaped
 * text.
 */
@NullMarked
package io.kvbench.reports.content;

import org.jspecify.annotations.NullMarked;
