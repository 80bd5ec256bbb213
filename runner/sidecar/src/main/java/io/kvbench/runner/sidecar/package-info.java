/**
 * The sidecar: samples what a host and watched processes on it do. For a process of its own, so
 * that what it costs is known and is not the load generator's. May import results.host, core's
 * measure, and OSHI, which lives here only.
 */
@NullMarked
package io.kvbench.runner.sidecar;

import org.jspecify.annotations.NullMarked;
