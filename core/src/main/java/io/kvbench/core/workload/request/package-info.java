/**
 * Request streams of clients: the mix, the load phase and the run. May import operation, setting,
 * and the workload's sample, setting, key, value and family.
 */
@NullMarked
package io.kvbench.core.workload.request;

import org.jspecify.annotations.NullMarked;
