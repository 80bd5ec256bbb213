package io.kvbench.results.format;

import java.util.Optional;

/**
 * The conditions that were imposed on the servers of a run; empty where there were none, and in
 * results of earlier versions.
 *
 * @param network between clients and servers
 * @param peerNetwork between the servers
 * @param limits of the servers' processors, memory and disks
 */
public record ServerConditions(
    Optional<NetworkResult> network,
    Optional<NetworkResult> peerNetwork,
    Optional<LimitsResult> limits)
    implements FlatPart {}
