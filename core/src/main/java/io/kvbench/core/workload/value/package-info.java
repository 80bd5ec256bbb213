/**
 * Values: their sizes and contents. Only for core. May import operation, file, setting, and the
 * workload's sample and setting.
 */
@NullMarked
package io.kvbench.core.workload.value;

import org.jspecify.annotations.NullMarked;
