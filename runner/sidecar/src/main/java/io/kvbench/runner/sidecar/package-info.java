/**
 * The sidecar, which samples a host and watched processes on it, in a separate process, so that its
 * cost is known and is not the load generator's. May import results.host, core's measure, and OSHI,
 * which is used here only.
 */
@NullMarked
package io.kvbench.runner.sidecar;

import org.jspecify.annotations.NullMarked;
