/** A process whose clients are a part of those of a run that another process controls. */
@NullMarked
package io.kvbench.runner.distributed.agent;

import org.jspecify.annotations.NullMarked;
