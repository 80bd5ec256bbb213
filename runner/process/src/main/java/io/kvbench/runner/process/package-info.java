/**
 * Separate processes for runs of kvbench, used by suites and the service: their start, control,
 * stop and output. May import core's engine, operation and setting.
 */
@NullMarked
package io.kvbench.runner.process;

import org.jspecify.annotations.NullMarked;
