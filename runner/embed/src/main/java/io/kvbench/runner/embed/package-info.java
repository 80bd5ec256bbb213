/**
 * kvbench as a library: a run inside another program. {@link io.kvbench.runner.embed.Kvbench} is
 * the entry point. May import core, results, runner.cluster, and runner.run with its hosts.
 */
@NullMarked
package io.kvbench.runner.embed;

import org.jspecify.annotations.NullMarked;
