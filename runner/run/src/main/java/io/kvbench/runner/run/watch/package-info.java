/**
 * The condition of this process and its host during a phase: processor time, steal, garbage
 * collection, hiccups, the wall clock, pinned virtual threads. Each meter is a separate class whose
 * inputs are injected; {@link io.kvbench.runner.run.watch.ClientWatch} combines them. May import
 * core's measure and results.format.
 */
@NullMarked
package io.kvbench.runner.run.watch;

import org.jspecify.annotations.NullMarked;
