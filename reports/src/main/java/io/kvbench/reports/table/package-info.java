/**
 * Tables without a form: cells that know what they are a number of. Reports compute their sections
 * as such tables once, and every format writes them its own way. May import results.figure, for
 * units.
 */
@NullMarked
package io.kvbench.reports.table;

import org.jspecify.annotations.NullMarked;
