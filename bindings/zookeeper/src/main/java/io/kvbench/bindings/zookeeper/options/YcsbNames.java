package io.kvbench.bindings.zookeeper.options;

import io.kvbench.core.setting.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The properties of YCSB's ZooKeeper binding, each with what it means here. */
public final class YcsbNames {
  private static final Setting<Map<String, String>> CONNECT_STRING =
      Setting.of(
          "zookeeper.connectString",
          "YCSB's name of endpoints, and of zookeeper.root for a path at its end.",
          "comma-separated HOST:PORT, with a path if there is one, as in zk1:2181,zk2:2181/benchmark",
          YcsbNames::connectString);

  private static final Setting<Map<String, String>> SESSION_TIMEOUT =
      Setting.of(
          "zookeeper.sessionTimeout",
          "YCSB's name of zookeeper.sessiontimeout, in milliseconds.",
          "a number of milliseconds of at least 1",
          text -> Map.of(ZooKeeperSettings.SESSION_TIMEOUT.name(), positive(text) + "ms"));

  private static final Setting<Map<String, String>> WATCH_FLAG =
      Setting.of(
          "zookeeper.watchFlag",
          "YCSB's: reads set no watches here, so true has no effect; watchproportion has watches.",
          "true or false",
          YcsbNames::watchFlag);

  /** All of them. */
  public static final List<Setting<Map<String, String>>> ALL =
      List.of(CONNECT_STRING, SESSION_TIMEOUT, WATCH_FLAG);

  private YcsbNames() {}

  private static Map<String, String> connectString(String text) {
    int path = text.indexOf('/');
    String servers = path < 0 ? text : text.substring(0, path);
    if (servers.isBlank()) {
      throw new IllegalArgumentException(text);
    }
    Map<String, String> meant = new LinkedHashMap<>(Map.of("endpoints", servers));
    if (path >= 0 && path < text.length() - 1) {
      meant.put(ZooKeeperSettings.ROOT.name(), text.substring(path));
    }
    return meant;
  }

  private static int positive(String text) {
    int number = Integer.parseInt(text);
    if (number < 1) {
      throw new IllegalArgumentException(text);
    }
    return number;
  }

  private static Map<String, String> watchFlag(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(text);
    }
    return Map.of();
  }
}
