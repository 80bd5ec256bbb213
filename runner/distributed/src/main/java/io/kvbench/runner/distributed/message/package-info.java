/** The messages between a controller and its agents. */
@NullMarked
package io.kvbench.runner.distributed.message;

import org.jspecify.annotations.NullMarked;
