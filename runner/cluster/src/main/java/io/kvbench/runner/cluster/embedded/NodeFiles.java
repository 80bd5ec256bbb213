package io.kvbench.runner.cluster.embedded;

import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Writes what a server reads when it starts. */
final class NodeFiles {
  private NodeFiles() {}

  static void write(NodePlan node, List<NodePlan> ensemble, Settings settings) throws IOException {
    Files.createDirectories(node.store());
    Files.write(node.configuration(), configuration(node, ensemble, settings));
    if (ensemble.size() > 1) {
      Files.writeString(node.store().resolve("myid"), Integer.toString(node.id()));
    }
  }

  static List<String> configuration(NodePlan node, List<NodePlan> ensemble, Settings settings) {
    List<String> lines = new ArrayList<>();
    lines.add("dataDir=" + node.store().toString().replace('\\', '/'));
    lines.add("clientPort=" + node.clientPort());
    lines.add("clientPortAddress=" + NodePlan.HOST);
    lines.add("tickTime=" + settings.get(EmbeddedSettings.TICK_TIME));
    lines.add("initLimit=" + settings.get(EmbeddedSettings.INIT_LIMIT));
    lines.add("syncLimit=" + settings.get(EmbeddedSettings.SYNC_LIMIT));
    lines.add("snapCount=" + settings.get(EmbeddedSettings.SNAP_COUNT));
    lines.add("maxClientCnxns=" + settings.get(EmbeddedSettings.MAX_CLIENT_CONNECTIONS));
    lines.add("admin.enableServer=false");
    lines.add("4lw.commands.whitelist=srvr,stat,mntr,ruok,conf,isro");
    if (ensemble.size() > 1) {
      for (NodePlan each : ensemble) {
        lines.add(
            "server."
                + each.id()
                + "="
                + NodePlan.HOST
                + ":"
                + each.quorumPort()
                + ":"
                + each.electionPort());
      }
    }
    return lines;
  }
}
