/**
 * Host samples of a run. Every {@link io.kvbench.runner.run.hosts.HostSource} takes samples of one
 * host: the sidecar of the run, which is started here, an engine of containers, or any other source
 * given to {@link io.kvbench.runner.run.hosts.HostWatch#follow}. The watch keeps every sample in
 * {@code host-NODE.csv} and folds it into the figures of phases. May import core's setting, plan
 * and measure, results.host, .format and .directory, host.clock, .listen and .samples, and
 * runner.cluster.
 */
@NullMarked
package io.kvbench.runner.run.hosts;

import org.jspecify.annotations.NullMarked;
