package io.kvbench.runner.cluster.server;

import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.local.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Writes what a server reads when it starts. */
public final class ZooKeeperFiles {
  private ZooKeeperFiles() {}

  /** Writes the configuration and what else has to be there. */
  public static void write(ZooKeeperPlan node, List<ZooKeeperPlan> ensemble, Settings settings)
      throws IOException {
    Files.createDirectories(node.store());
    Files.write(node.configuration(), configuration(node, ensemble, settings));
    if (ensemble.size() > 1) {
      Files.writeString(node.store().resolve("myid"), Integer.toString(node.id()));
    }
  }

  static List<String> configuration(
      ZooKeeperPlan node, List<ZooKeeperPlan> ensemble, Settings settings) {
    List<String> lines = new ArrayList<>();
    lines.add("dataDir=" + node.store().toString().replace('\\', '/'));
    lines.add("clientPort=" + node.clientPort());
    lines.add("clientPortAddress=" + Ports.HOST);
    lines.add("tickTime=" + settings.get(ZooKeeperSettings.TICK_TIME));
    lines.add("initLimit=" + settings.get(ZooKeeperSettings.INIT_LIMIT));
    lines.add("syncLimit=" + settings.get(ZooKeeperSettings.SYNC_LIMIT));
    lines.add("snapCount=" + settings.get(ZooKeeperSettings.SNAP_COUNT));
    lines.add("maxClientCnxns=" + settings.get(ZooKeeperSettings.MAX_CLIENT_CONNECTIONS));
    lines.add("admin.enableServer=false");
    lines.add("4lw.commands.whitelist=srvr,stat,mntr,ruok,conf,isro");
    if (ensemble.size() > 1) {
      for (ZooKeeperPlan each : ensemble) {
        lines.add(
            "server."
                + each.id()
                + "="
                + Ports.HOST
                + ":"
                + each.quorumPort()
                + ":"
                + each.electionPort());
      }
    }
    return lines;
  }
}
