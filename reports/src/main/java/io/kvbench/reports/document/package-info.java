/**
 * Documents independent of a format: sections of statements, figures, tables, charts and notes. A
 * document is built once, and each format renders it without knowledge of its subject. May import
 * reports.table.
 */
@NullMarked
package io.kvbench.reports.document;

import org.jspecify.annotations.NullMarked;
