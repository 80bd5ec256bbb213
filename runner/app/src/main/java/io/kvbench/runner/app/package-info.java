/**
 * The command line: reads flags and workload files, shows progress and the report, turns signals
 * into a stop and results into exit codes. May import everything; bindings and cluster providers
 * only through ServiceLoader.
 */
@NullMarked
package io.kvbench.runner.app;

import org.jspecify.annotations.NullMarked;
