package io.kvbench.reports.text;

import io.kvbench.core.result.RunResult.ClusterResult;
import io.kvbench.core.result.ServerResult;
import io.kvbench.reports.run.ServersSheet;
import io.kvbench.reports.table.Quantities;
import java.util.List;

/**
 * What each of several servers said at the end, and whether they changed their leader. One server
 * has a line only for what is not in the report anyway: its disk space, or why it said nothing.
 */
final class ServersSection {
  private ServersSection() {}

  static void render(ClusterResult cluster, Page page) {
    List<ServerResult> servers = cluster.askedServers();
    if (servers.size() > 1) {
      page.table(ServersSheet.of(cluster));
      page.blank();
      cluster.elections().ifPresent(times -> elections(times, page));
    } else {
      servers.forEach(server -> alone(server, page));
    }
  }

  private static void alone(ServerResult server, Page page) {
    server
        .diskBytes()
        .ifPresent(bytes -> page.field("Server", Quantities.bytes(bytes) + " on disk at the end"));
    server.problem().ifPresent(problem -> page.field("Server", PlainText.of(problem), Ink.WARNING));
  }

  private static void elections(long times, Page page) {
    if (times == 0) {
      page.field("Elections", "none during the phases");
    } else {
      page.field(
          "Elections",
          "leader changed " + (times == 1 ? "once" : times + " times") + " during the phases",
          Ink.WARNING);
    }
  }
}
