/**
 * Races of kvbench's own threads. Nothing but tests: they live in the packages of core whose
 * insides they look at, under {@code src/test}. May import core and jcstress.
 */
@NullMarked
package io.kvbench.runner.jcstress;

import org.jspecify.annotations.NullMarked;
