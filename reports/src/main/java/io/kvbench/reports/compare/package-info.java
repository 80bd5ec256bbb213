/**
 * Several results held against each other, as figures without a form: what differs between the
 * runs, the rows of a table, and whose figures are better by more than noise. May import
 * core.result and what it exposes, and reports.files.
 */
@NullMarked
package io.kvbench.reports.compare;

import org.jspecify.annotations.NullMarked;
