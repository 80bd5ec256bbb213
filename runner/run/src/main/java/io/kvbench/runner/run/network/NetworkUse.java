package io.kvbench.runner.run.network;

import io.kvbench.core.setting.Setting;
import java.util.List;

/**
 * The use that the steps of a run make of the network.
 *
 * @param side whose connections to servers
 * @param setting the one that plans the first of them, for messages
 * @param interruptions whether connections are cut or reset
 * @param resets whether connections are reset
 * @param changes of conditions, in the order of their times
 */
public record NetworkUse(
    NetworkSide side,
    Setting<?> setting,
    boolean interruptions,
    boolean resets,
    List<NetworkChange> changes) {
  public NetworkUse {
    changes = List.copyOf(changes);
  }

  /** Returns whether steps need proxies. */
  boolean isAny() {
    return interruptions || !changes.isEmpty();
  }

  boolean changesBandwidth() {
    return changes.stream().anyMatch(change -> change.value() instanceof Bandwidths);
  }
}
