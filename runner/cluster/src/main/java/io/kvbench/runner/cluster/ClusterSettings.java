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
              "Where servers come from: auto, external (endpoints), or the kind of provider that"
                  + " starts them, such as embedded.")
          .withDefault(AUTO)
          .affecting(Affects.SERVERS)
          .deciding(Fact.PLACE);

  public static final Setting<Integer> NODES =
      Setting.integer("cluster.nodes", 1, 5, "How many servers to start: 1, 3 or 5.")
          .withDefault("1")
          .affecting(Affects.SERVERS)
          .deciding(Fact.NODES);

  public static final Setting<Boolean> KEEP =
      Setting.bool("cluster.keep", "Whether to leave the servers running at the end.")
          .withDefault("false")
          .affecting(Affects.PRESENTATION);

  public static final Setting<String> DIRECTORY =
      Setting.text(
              "cluster.dir",
              "The directory in which the servers' files get a directory of their own; the system's"
                  + " temporary directory if absent, or /var/tmp if that one is in memory.")
          .affecting(Affects.SERVERS);

  public static final Setting<String> PORTS =
      Setting.text(
              "cluster.ports",
              "The ports for clients, one for each node, separated by commas; free ones if absent.")
          .affecting(Affects.SERVERS)
          .deciding(Fact.PLACE);

  public static final Setting<Duration> START_TIMEOUT =
      Setting.duration("cluster.starttimeout", "How long the servers may take to answer.")
          .withDefault("60s")
          .affecting(Affects.SERVERS);

  private ClusterSettings() {}

  /** Returns the settings that all providers share. */
  public static List<Setting<?>> all() {
    return List.of(CLUSTER, NODES, KEEP, DIRECTORY, PORTS, START_TIMEOUT);
  }
}
