/**
 * Searches for the highest rate and for the number of clients, as pure logic: which probe comes
 * next, and what the probes so far say. Imports nothing of kvbench.
 */
@NullMarked
package io.kvbench.core.search;

import org.jspecify.annotations.NullMarked;
