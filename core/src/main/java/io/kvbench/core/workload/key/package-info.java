/**
 * Keys: their numbers, their text, and the choice of keys. Only for core, except {@code RunPart}.
 * May import operation, setting, and the workload's sample and setting.
 */
@NullMarked
package io.kvbench.core.workload.key;

import org.jspecify.annotations.NullMarked;
