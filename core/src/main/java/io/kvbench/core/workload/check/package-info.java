/**
 * Checks of responses against acknowledged writes, and the read-back of records. May import
 * operation, history, and the workload's sample, key, value and request.
 */
@NullMarked
package io.kvbench.core.workload.check;

import org.jspecify.annotations.NullMarked;
