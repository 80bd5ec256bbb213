/**
 * The terminal of the command line: its streams, the progress of runs, exit codes and the log of
 * libraries.
 */
@NullMarked
package io.kvbench.runner.app.terminal;

import org.jspecify.annotations.NullMarked;
