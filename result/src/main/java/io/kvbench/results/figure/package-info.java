/**
 * The catalogue of figures: what a benchmark measures, each with its name, unit, population and
 * direction, and how it is computed of anything that was measured; and how numbers with units are
 * written. May import core's operation and measure, results.format and results.host.
 */
@NullMarked
package io.kvbench.results.figure;

import org.jspecify.annotations.NullMarked;
