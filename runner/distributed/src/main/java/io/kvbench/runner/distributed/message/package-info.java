/** What a controller and its agents say to each other. */
@NullMarked
package io.kvbench.runner.distributed.message;

import org.jspecify.annotations.NullMarked;
