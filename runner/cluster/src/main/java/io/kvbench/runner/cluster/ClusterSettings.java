package io.kvbench.runner.cluster;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.NodeSetting;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;

/** The settings that all providers share. */
public final class ClusterSettings {
  public static final String AUTO = "auto";

  /** The name of the provider, or {@link #AUTO}; {@link Clusters#check} knows the providers. */
  public static final Setting<String> CLUSTER =
      Setting.text(
              "cluster",
              "Source of the servers: auto, external (endpoints), or the provider that starts them,"
                  + " such as embedded.")
          .withDefault(AUTO)
          .forRemote()
          .affecting(Affects.SERVERS)
          .deciding(Fact.PLACE);

  public static final Setting<Integer> NODES =
      Setting.integer(
              "cluster.nodes",
              1,
              NodeSetting.NODES,
              "Number of servers to start: 1, 3 or 5; any from 1 to 9 in a topology.")
          .withDefault("1")
          .affecting(Affects.SERVERS)
          .deciding(Fact.NODES);

  /** Read before all other settings: its nodes are passed on as settings of single servers. */
  public static final Setting<String> TOPOLOGY =
      Setting.text(
              "cluster.topology",
              "JSON file with the servers to start: ip, mem, cpus, bandwidth and link_delay of"
                  + " each.")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Boolean> KEEP =
      Setting.bool("cluster.keep", "Leave the servers running after the run.")
          .forThisMachine()
          .withDefault("false")
          .affecting(Affects.PRESENTATION);

  public static final Setting<String> DIRECTORY =
      Setting.text(
              "cluster.dir",
              "Parent directory of the servers' files; if unset, the system's temporary directory,"
                  + " or /var/tmp if that is in memory.")
          .affecting(Affects.SERVERS);

  public static final Setting<String> PORTS =
      Setting.text(
              "cluster.ports", "Comma-separated client ports, one per node; free ports if unset.")
          .affecting(Affects.SERVERS)
          .deciding(Fact.PLACE);

  public static final Setting<Duration> START_TIMEOUT =
      Setting.duration("cluster.starttimeout", "Timeout for the servers to start and answer.")
          .withDefault("60s")
          .affecting(Affects.SERVERS);

  public static final Setting<Boolean> TLS =
      Setting.bool(
              "cluster.tls",
              "Start servers with TLS, for clients and among each other, and connect with it; the"
                  + " certificates are made for this cluster.")
          .withDefault("false")
          .affecting(Affects.SERVERS)
          .deciding(Fact.TLS);

  public static final Setting<Boolean> AUTH =
      Setting.bool(
              "cluster.auth",
              "Start servers that require authentication, and connect as a user with a random"
                  + " password or token that is limited to kvbench's keys.")
          .withDefault("false")
          .affecting(Affects.SERVERS);

  private ClusterSettings() {}

  /** Returns the settings that all providers share. */
  public static List<Setting<?>> all() {
    return List.of(CLUSTER, NODES, TOPOLOGY, KEEP, DIRECTORY, PORTS, START_TIMEOUT, TLS, AUTH);
  }
}
