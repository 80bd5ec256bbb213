/**
 * The servers that an agent starts on its host for a controller elsewhere. May import core,
 * runner.cluster with its agents and local packages, runner.run, and the sidecar with its server.
 */
@NullMarked
package io.kvbench.runner.agent;

import org.jspecify.annotations.NullMarked;
