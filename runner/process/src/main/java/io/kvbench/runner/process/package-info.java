/**
 * Runs of kvbench in processes of their own, for suites and the service: how they are started,
 * changed and stopped, and what they print. May import core's engine, operation and setting.
 */
@NullMarked
package io.kvbench.runner.process;

import org.jspecify.annotations.NullMarked;
