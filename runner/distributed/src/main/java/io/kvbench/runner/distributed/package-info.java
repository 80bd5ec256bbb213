/** Runs whose clients are in several processes, on this machine or on others. */
@NullMarked
package io.kvbench.runner.distributed;

import org.jspecify.annotations.NullMarked;
