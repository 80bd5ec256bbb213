/**
 * The command line: finds the command, turns signals into a stop, and renders results. Commands in
 * groups are in the packages below, as in the help: {@code run}, {@code experiments}, {@code
 * servers} and {@code service}; {@code options} and {@code terminal} are what they share. May
 * import everything; bindings and cluster providers only through ServiceLoader.
 */
@NullMarked
package io.kvbench.runner.app;

import org.jspecify.annotations.NullMarked;
