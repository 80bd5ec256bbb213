/** Offsets of other hosts' clocks. May import core's measure. */
@NullMarked
package io.kvbench.host.clock;

import org.jspecify.annotations.NullMarked;
