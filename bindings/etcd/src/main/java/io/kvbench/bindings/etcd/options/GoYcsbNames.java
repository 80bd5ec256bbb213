package io.kvbench.bindings.etcd.options;

import io.kvbench.core.setting.Setting;
import java.util.List;
import java.util.Map;

/** The properties of go-ycsb's etcd driver, each with what it means here. */
public final class GoYcsbNames {
  private static final Setting<Map<String, String>> SERIALIZABLE =
      Setting.of(
          "etcd.serializable_reads",
          "go-ycsb's name of readconsistency=stale, if true.",
          "true or false",
          GoYcsbNames::serializable);

  /** All of them. */
  public static final List<Setting<Map<String, String>>> ALL =
      List.of(
          of("etcd.endpoints", "endpoints", "comma-separated HOST:PORT or URLs"),
          of("etcd.dial_timeout", "connect.timeout", "a duration with a unit, as in 2s"),
          of("etcd.cert_file", EtcdSettings.CERT.name(), "a PEM file"),
          of("etcd.key_file", EtcdSettings.KEY.name(), "a PEM file"),
          of("etcd.cacert_file", EtcdSettings.CA_CERT.name(), "a PEM file"),
          SERIALIZABLE);

  private GoYcsbNames() {}

  private static Setting<Map<String, String>> of(String name, String meant, String accepts) {
    return Setting.of(
        name, "go-ycsb's name of " + meant + ".", accepts, text -> Map.of(meant, text));
  }

  private static Map<String, String> serializable(String text) {
    return switch (text) {
      case "true" -> Map.of("readconsistency", "stale");
      case "false" -> Map.of();
      default -> throw new IllegalArgumentException(text);
    };
  }
}
