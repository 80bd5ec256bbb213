/**
 * How this process and its host are doing while a phase runs: processor time, steal, garbage
 * collection, hiccups, the wall clock, pinned virtual threads. Each meter is a class of its own and
 * takes what it reads from outside; {@link io.kvbench.runner.run.watch.ClientWatch} puts them
 * together. May import core's measure and results.format.
 */
@NullMarked
package io.kvbench.runner.run.watch;

import org.jspecify.annotations.NullMarked;
