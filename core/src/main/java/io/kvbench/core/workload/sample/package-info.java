/** Random streams and distributions. May import file. */
@NullMarked
package io.kvbench.core.workload.sample;

import org.jspecify.annotations.NullMarked;
