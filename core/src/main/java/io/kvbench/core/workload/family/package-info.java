/**
 * Families of requests: settings and requests of ranges, one-shot reads, watches, locks, leases and
 * groups. May import operation, setting, and the workload's setting and key.
 */
@NullMarked
package io.kvbench.core.workload.family;

import org.jspecify.annotations.NullMarked;
