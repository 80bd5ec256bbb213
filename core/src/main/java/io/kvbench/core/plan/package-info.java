/**
 * What a run is going to do, decided and checked before anything is started. May import operation,
 * setting, binding (descriptors and capabilities) and workload.
 */
@NullMarked
package io.kvbench.core.plan;

import org.jspecify.annotations.NullMarked;
