/**
 * Benchmarks of what kvbench does for every single operation, and what they run on. May import core
 * and JMH; the binding under the engine comes through ServiceLoader.
 */
@NullMarked
package io.kvbench.runner.jmh;

import org.jspecify.annotations.NullMarked;
