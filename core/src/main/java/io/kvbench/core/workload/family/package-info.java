/**
 * Families of requests: their kinds, settings, capabilities and requests. {@code Families} lists
 * them. May import operation, setting, binding (capabilities), and the workload's sample, setting,
 * key and value.
 */
@NullMarked
package io.kvbench.core.workload.family;

import org.jspecify.annotations.NullMarked;
