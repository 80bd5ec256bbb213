/**
 * Stores inside this process: an ordered map for trying out workloads, and a store that does
 * nothing for measuring kvbench itself. May import core.operation, core.binding and core.setting.
 */
@NullMarked
package io.kvbench.bindings.memory;

import org.jspecify.annotations.NullMarked;
