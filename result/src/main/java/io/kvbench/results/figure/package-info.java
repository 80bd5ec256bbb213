/**
 * The catalogue of figures: what a benchmark measures, each with its name, unit, population and
 * direction, and its computation from any measurement; and the format of numbers with units. May
 * import core's operation and measure, results.format and results.host.
 */
@NullMarked
package io.kvbench.results.figure;

import org.jspecify.annotations.NullMarked;
