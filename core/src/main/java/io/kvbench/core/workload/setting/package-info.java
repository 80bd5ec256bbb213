/**
 * Workload files, and the settings of records, keys, values and simple requests. May import
 * operation, file, setting and sample.
 */
@NullMarked
package io.kvbench.core.workload.setting;

import org.jspecify.annotations.NullMarked;
