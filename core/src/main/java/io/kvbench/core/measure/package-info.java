/**
 * Clocks, recorders, interval histograms and the client-time account. The only user of
 * HdrHistogram. May import operation.
 */
@NullMarked
package io.kvbench.core.measure;

import org.jspecify.annotations.NullMarked;
