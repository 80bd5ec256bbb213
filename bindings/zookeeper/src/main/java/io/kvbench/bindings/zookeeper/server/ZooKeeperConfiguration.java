package io.kvbench.bindings.zookeeper.server;

import io.kvbench.core.server.ServerNode;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The files that a server reads when it starts; they are the same wherever it runs. */
final class ZooKeeperConfiguration {
  private static final int CLIENTS = 0;
  private static final int QUORUM = 1;
  private static final int ELECTION = 2;

  private ZooKeeperConfiguration() {}

  /** Returns the path of the configuration file. */
  static String path(ServerNode node) {
    return node.directory() + "/zoo.cfg";
  }

  /** Returns contents by path. */
  static Map<String, String> files(ServerNode node, List<ServerNode> all, Settings settings) {
    Map<String, String> files = new HashMap<>();
    files.put(path(node), String.join("\n", lines(node, all, settings)) + "\n");
    if (all.size() > 1) {
      files.put(node.store() + "/myid", node.number() + "\n");
    }
    return files;
  }

  static List<String> lines(ServerNode node, List<ServerNode> all, Settings settings) {
    List<String> lines = new ArrayList<>();
    lines.add("dataDir=" + node.store().replace('\\', '/'));
    lines.add("clientPort=" + node.port(CLIENTS));
    lines.add("clientPortAddress=" + node.bindHost());
    lines.add(setting("tickTime", ZooKeeperServerSettings.TICK_TIME, settings));
    lines.add(setting("initLimit", ZooKeeperServerSettings.INIT_LIMIT, settings));
    lines.add(setting("syncLimit", ZooKeeperServerSettings.SYNC_LIMIT, settings));
    lines.add(setting("snapCount", ZooKeeperServerSettings.SNAP_COUNT, settings));
    lines.add(setting("maxClientCnxns", ZooKeeperServerSettings.MAX_CLIENT_CONNECTIONS, settings));
    lines.add("admin.enableServer=false");
    lines.add("4lw.commands.whitelist=srvr,stat,mntr,ruok,conf,isro");
    if (all.size() > 1) {
      for (ServerNode each : all) {
        lines.add(
            "server.%d=%s:%d:%d"
                .formatted(each.number(), each.peerHost(), each.port(QUORUM), each.port(ELECTION)));
      }
    }
    return lines;
  }

  private static String setting(String name, Setting<Integer> setting, Settings settings) {
    return name + "=" + settings.get(setting);
  }
}
