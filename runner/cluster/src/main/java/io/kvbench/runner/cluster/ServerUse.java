package io.kvbench.runner.cluster;

import io.kvbench.core.setting.Setting;
import java.util.Optional;

/**
 * The use of servers besides load, for which they must be prepared at start.
 *
 * @param isolation the setting that plans to isolate servers from one another
 * @param slowDisk the setting that plans to slow down the disks of servers
 * @param fullDisk the setting that plans to fill the file systems of servers
 * @param peers the setting that plans conditions of the network between servers
 * @param route the proxies between servers; empty for direct connections, and during planning
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

  /** Returns the same use with proxies between the servers. */
  public ServerUse with(PeerRoute found) {
    return new ServerUse(isolation, slowDisk, fullDisk, peers, Optional.of(found));
  }
}
