/**
 * The servers that an agent starts on its host for a controller elsewhere. May import core,
 * runner.cluster with its agents and local packages, runner.run, the sidecar, and host.samples.
 */
@NullMarked
package io.kvbench.runner.agent;

import org.jspecify.annotations.NullMarked;
