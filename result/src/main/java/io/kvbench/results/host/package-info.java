/**
 * Samples of counters of a host and the processes on it, as records that cross from the process
 * that takes them to the one that reads them. May import core's file.
 */
@NullMarked
package io.kvbench.results.host;

import org.jspecify.annotations.NullMarked;
