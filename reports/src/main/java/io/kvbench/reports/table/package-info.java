/**
 * Tables without a form: cells that know what they are a number of, and numbers as people read
 * them. Reports compute their sections as such tables once, and every format writes them its own
 * way. Imports nothing of kvbench.
 */
@NullMarked
package io.kvbench.reports.table;

import org.jspecify.annotations.NullMarked;
