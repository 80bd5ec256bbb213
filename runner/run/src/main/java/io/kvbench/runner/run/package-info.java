/**
 * A run from its plan to its result directory: servers, binding, phases, files. Prints nothing and
 * handles no signals, so that the command line and test suites can share it. May import core,
 * results, runner.cluster, and its own watch, fault, hosts and events.
 */
@NullMarked
package io.kvbench.runner.run;

import org.jspecify.annotations.NullMarked;
