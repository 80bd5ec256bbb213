package io.kvbench.runner.run.network;

import io.kvbench.core.setting.NodeSetting;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The conditions in force: those of the settings, with the changes by steps since. */
record Conditions(Settings settings, NetworkSide side, Map<Setting<?>, Object> changed) {
  Conditions {
    changed = Map.copyOf(changed);
  }

  static Conditions of(Settings settings, NetworkSide side) {
    return new Conditions(settings, side, Map.of());
  }

  Conditions with(NetworkChange change) {
    Map<Setting<?>, Object> all = new HashMap<>(changed);
    all.put(change.setting(), change.value());
    return new Conditions(settings, side, all);
  }

  @SuppressWarnings("unchecked") // A change's value was made by its setting's own parser.
  <T> Optional<T> find(Setting<T> setting) {
    Object value = changed.get(setting);
    return value == null ? settings.find(setting) : Optional.of((T) value);
  }

  /** Returns the value for a server, as {@link NodeSetting#find} does. */
  <T> Optional<T> find(NodeSetting<T> setting, int node) {
    Optional<T> own = node <= NodeSetting.NODES ? find(setting.all().get(node)) : Optional.empty();
    return own.or(() -> find(setting.all().getFirst()));
  }

  /** Returns the setting that decides the value for a server. */
  <T> Setting<T> deciding(NodeSetting<T> setting, int node) {
    boolean own = node <= NodeSetting.NODES && find(setting.all().get(node)).isPresent();
    return setting.all().get(own ? node : 0);
  }
}
