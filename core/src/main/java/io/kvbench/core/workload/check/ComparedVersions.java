package io.kvbench.core.workload.check;

import java.util.Optional;

/**
 * The compare-and-sets that succeeded.
 *
 * @param compared their number
 * @param repeated those for a version that another one had replaced
 * @param first the key and version of one of them
 */
public record ComparedVersions(long compared, long repeated, Optional<String> first) {}
