/** Agents that are pods of a Kubernetes cluster, started with the user's own kubectl. */
@NullMarked
package io.kvbench.runner.distributed.kubernetes;

import org.jspecify.annotations.NullMarked;
