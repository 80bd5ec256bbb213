/**
 * Documents as text for a terminal, and numbers and harmless text for every form. May import
 * reports.document and reports.table.
 */
@NullMarked
package io.kvbench.reports.text;

import org.jspecify.annotations.NullMarked;
