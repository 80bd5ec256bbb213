/**
 * Benchmarks of kvbench's work per operation, with their fixtures. May import core and JMH; the
 * binding under the engine comes through ServiceLoader.
 */
@NullMarked
package io.kvbench.runner.jmh;

import org.jspecify.annotations.NullMarked;
