/**
 * The plan of a run, made and checked before anything is started. May import operation, setting,
 * binding (descriptors and capabilities) and workload.
 */
@NullMarked
package io.kvbench.core.plan;

import org.jspecify.annotations.NullMarked;
