/**
 * kvbench's own cost on this machine, and so the differences that it can and cannot resolve here.
 * May import core, results and reports.table, reports.text; the store that does nothing comes
 * through ServiceLoader.
 */
@NullMarked
package io.kvbench.runner.calibrate;

import org.jspecify.annotations.NullMarked;
