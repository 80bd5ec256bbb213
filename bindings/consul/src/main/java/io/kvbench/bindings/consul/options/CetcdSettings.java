package io.kvbench.bindings.consul.options;

import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;

/** The settings of the system {@code cetcd}, which has no tokens, datacenters or TLS. */
public final class CetcdSettings {
  public static final Setting<String> PREFIX =
      Setting.text("cetcd.prefix", "Prefix of all keys; counts toward their size.")
          .forRemote()
          .withDefault("kvbench/")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.duration(
              "cetcd.requesttimeout",
              "Timeout of one operation, from its submission to its response.")
          .withDefault("10s");
  public static final Setting<Integer> MAX_VALUE_SIZE =
      Setting.integer(
              "cetcd.maxvaluesize",
              1,
              1 << 20,
              "Max size of a value in bytes; etcd rejects requests over 1.5 MiB.")
          .withDefault("524288");

  private CetcdSettings() {}

  /** Returns all of them, in display order. */
  public static List<Setting<?>> all() {
    return Setting.affecting(
        Affects.CLIENT,
        List.of(LoadClient.LIGHT_BY_DEFAULT, PREFIX, REQUEST_TIMEOUT, MAX_VALUE_SIZE));
  }
}
