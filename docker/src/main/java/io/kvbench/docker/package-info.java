/**
 * Clusters in containers of a Docker engine on this machine. May import runner.cluster, core's
 * binding, measure and setting, results.host, Testcontainers and its Docker client.
 */
@NullMarked
package io.kvbench.docker;

import org.jspecify.annotations.NullMarked;
