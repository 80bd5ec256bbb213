/** Existing servers. May import the cluster package and core's setting. */
@NullMarked
package io.kvbench.runner.cluster.external;

import org.jspecify.annotations.NullMarked;
