/**
 * Replays of recorded operations. May import operation, file, setting, trace, and the workload's
 * sample, setting, value, request and check.
 */
@NullMarked
package io.kvbench.core.workload.replay;

import org.jspecify.annotations.NullMarked;
