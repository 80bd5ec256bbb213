package io.kvbench.runner.cluster;

import io.kvbench.core.setting.Setting;
import java.util.Optional;

/**
 * What a run does to servers besides load that these have to be started for.
 *
 * @param isolation the setting that plans to cut servers from the other servers
 * @param slowDisk the setting that plans to slow down the disks of servers
 * @param fullDisk the setting that plans to fill the file systems of servers
 * @param peers the setting that plans conditions of the network between servers
 * @param route how servers reach each other; empty for directly, and in planning
 */
public record ServerUse(
    Optional<Setting<?>> isolation,
    Optional<Setting<?>> slowDisk,
    Optional<Setting<?>> fullDisk,
    Optional<Setting<?>> peers,
    Optional<PeerRoute> route) {
  public static final ServerUse NONE =
      new ServerUse(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** Returns the same with a way between the servers. */
  public ServerUse with(PeerRoute found) {
    return new ServerUse(isolation, slowDisk, fullDisk, peers, Optional.of(found));
  }
}
