/**
 * Searches for the highest rate and for the number of clients, as pure logic: the next probe, and
 * the result of the probes so far. Imports nothing of kvbench.
 */
@NullMarked
package io.kvbench.core.search;

import org.jspecify.annotations.NullMarked;
