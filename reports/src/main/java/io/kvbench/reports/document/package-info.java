/**
 * Documents without a form: sections of statements, figures, tables, charts and notes. A document
 * is built once, and every form renders it without knowing what it is about. May import
 * reports.table.
 */
@NullMarked
package io.kvbench.reports.document;

import org.jspecify.annotations.NullMarked;
