/**
 * What servers on this machine have in common, whoever starts them: ports, directories, and
 * processes that are found again. For all providers. May import the cluster package and core's
 * setting.
 */
@NullMarked
package io.kvbench.runner.cluster.local;

import org.jspecify.annotations.NullMarked;
