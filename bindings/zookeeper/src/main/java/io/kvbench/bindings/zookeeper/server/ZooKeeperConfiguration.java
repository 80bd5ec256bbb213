package io.kvbench.bindings.zookeeper.server;

import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.ServerSecurity;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The configuration files of a server; they are the same wherever it runs. */
final class ZooKeeperConfiguration {
  private static final String EVERYWHERE = "0.0.0.0";
  private static final int CLIENTS = 0;
  static final int QUORUM = 1;
  static final int ELECTION = 2;

  private ZooKeeperConfiguration() {}

  /** Returns the path of the configuration file. */
  static String path(ServerNode node) {
    return node.directory() + "/zoo.cfg";
  }

  /** Returns the contents by path. */
  static Map<String, String> files(
      ServerNode node, List<ServerNode> all, Settings settings, ServerSecurity security) {
    Map<String, String> files = new HashMap<>(ZooKeeperSecurity.files(security, node));
    files.put(path(node), String.join("\n", lines(node, all, settings, security)) + "\n");
    if (all.size() > 1) {
      files.put(node.store() + "/myid", node.number() + "\n");
    }
    return files;
  }

  private static List<String> lines(
      ServerNode node, List<ServerNode> all, Settings settings, ServerSecurity security) {
    List<String> lines = new ArrayList<>();
    lines.add("dataDir=" + node.store().replace('\\', '/'));
    String clients = security.tls().isPresent() ? "secureClientPort" : "clientPort";
    lines.add(clients + "=" + node.port(CLIENTS));
    lines.add(clients + "Address=" + node.bindHost());
    lines.addAll(ZooKeeperSecurity.lines(security, all.size()));
    lines.add(setting("tickTime", ZooKeeperServerSettings.TICK_TIME, settings));
    lines.add(setting("initLimit", ZooKeeperServerSettings.INIT_LIMIT, settings));
    lines.add(setting("syncLimit", ZooKeeperServerSettings.SYNC_LIMIT, settings));
    lines.add(setting("snapCount", ZooKeeperServerSettings.SNAP_COUNT, settings));
    lines.add(setting("maxClientCnxns", ZooKeeperServerSettings.MAX_CLIENT_CONNECTIONS, settings));
    lines.add("admin.enableServer=false");
    lines.add("4lw.commands.whitelist=srvr,stat,mntr,ruok,conf,isro");
    if (all.size() > 1) {
      for (ServerNode each : all) {
        lines.add("server." + each.number() + "=" + address(each, each.number() == node.number()));
      }
    }
    return lines;
  }

  /**
   * A server listens at its own address, and announces the election address to the others; if it
   * listens on every address, as in a container, the announced one is its name.
   */
  private static String address(ServerNode server, boolean own) {
    if (!own) {
      return "%s:%d:%d"
          .formatted(server.peerHost(QUORUM), server.peerPort(QUORUM), server.peerPort(ELECTION));
    }
    String host = server.bindHost(QUORUM);
    return "%s:%d:%d"
        .formatted(
            host.equals(EVERYWHERE) ? server.name() : host,
            server.port(QUORUM),
            server.port(ELECTION));
  }

  private static String setting(String name, Setting<Integer> setting, Settings settings) {
    return name + "=" + settings.get(setting);
  }
}
