package io.kvbench.runner.cluster;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;

/** The settings that all providers share. */
public final class ClusterSettings {
  public static final String AUTO = "auto";

  /** The kind of provider, or {@link #AUTO}; {@link Clusters#check} knows the kinds. */
  public static final Setting<String> CLUSTER =
      Setting.text(
              "cluster",
              "Source of the servers: auto, external (endpoints), or the provider that starts them,"
                  + " such as embedded.")
          .withDefault(AUTO)
          .affecting(Affects.SERVERS)
          .deciding(Fact.PLACE);

  public static final Setting<Integer> NODES =
      Setting.integer("cluster.nodes", 1, 5, "Number of servers to start: 1, 3 or 5.")
          .withDefault("1")
          .affecting(Affects.SERVERS)
          .deciding(Fact.NODES);

  public static final Setting<Boolean> KEEP =
      Setting.bool("cluster.keep", "Leave the servers running after the run.")
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

  private ClusterSettings() {}

  /** Returns the settings that all providers share. */
  public static List<Setting<?>> all() {
    return List.of(CLUSTER, NODES, KEEP, DIRECTORY, PORTS, START_TIMEOUT);
  }
}
