/**
 * A workload: its settings, records and mix of requests together, or a trace to replay. May import
 * operation, setting, history and the packages below.
 */
@NullMarked
package io.kvbench.core.workload;

import org.jspecify.annotations.NullMarked;
