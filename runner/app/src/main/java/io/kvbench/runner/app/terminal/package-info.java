/**
 * The terminal of the command line: its streams, the progress of runs, exit codes and the log of
 * libraries. May import what the command line may, and none of its packages.
 */
@NullMarked
package io.kvbench.runner.app.terminal;

import org.jspecify.annotations.NullMarked;
