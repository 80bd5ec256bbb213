/**
 * What hosts do in a run: starts the sidecar for what runs on this machine, and keeps its samples.
 * May import core's host and setting, runner.cluster and reports' files.
 */
@NullMarked
package io.kvbench.runner.run.hosts;

import org.jspecify.annotations.NullMarked;
