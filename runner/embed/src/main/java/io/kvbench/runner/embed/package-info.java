/**
 * kvbench as a library: a run inside another program. {@link io.kvbench.runner.embed.Kvbench} is
 * where to begin. May import core, runner.cluster, runner.run with its hosts, and
 * results.directory.
 */
@NullMarked
package io.kvbench.runner.embed;

import org.jspecify.annotations.NullMarked;
