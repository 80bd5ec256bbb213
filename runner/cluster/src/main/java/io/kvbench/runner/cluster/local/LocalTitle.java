package io.kvbench.runner.cluster.local;

import java.util.Optional;

/**
 * What a cluster on this machine is called.
 *
 * @param kind the provider that starts it
 * @param system the system's name after {@code -db}
 * @param title the system's name in sentences
 * @param version that of the servers, where it was asked before they were started
 * @param description the servers in words, for results
 */
public record LocalTitle(
    String kind, String system, String title, Optional<String> version, String description) {}
