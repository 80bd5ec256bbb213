/**
 * The documents of runs, searches, comparisons, histories and suites: what each says, and in which
 * order. May import what is data in reports, reports.document, and reports.text for numbers and
 * harmless text.
 */
@NullMarked
package io.kvbench.reports.content;

import org.jspecify.annotations.NullMarked;
