package io.kvbench.runner.run.network;

import io.kvbench.core.setting.Setting;
import java.util.OptionalInt;

/**
 * A condition that changes during a run: another value of one of the settings.
 *
 * @param side whose connections it is for
 * @param node the number of the server that it is of; empty where it is of all of them
 * @param text as the user wrote it, such as {@code net.latency=250ms}
 */
public record NetworkChange(
    Setting<?> setting, Object value, NetworkSide side, OptionalInt node, String text) {

  @Override
  public String toString() {
    return text;
  }
}
