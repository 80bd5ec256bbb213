package io.kvbench.runner.run.network;

import io.kvbench.core.setting.Setting;
import java.util.OptionalInt;

/**
 * A condition that changes during a run: another value of one of the settings.
 *
 * @param text as the user wrote it, such as {@code net.latency=250ms}
 */
public record NetworkChange(Setting<?> setting, Object value, String text) {

  /** Returns whose connections it is for. */
  public NetworkSide side() {
    return NetworkSettings.side(setting);
  }

  /** Returns the number of the server that it is of; empty where it is of all of them. */
  public OptionalInt node() {
    int node = NetworkSettings.node(setting);
    return node == 0 ? OptionalInt.empty() : OptionalInt.of(node);
  }

  @Override
  public String toString() {
    return text;
  }
}
