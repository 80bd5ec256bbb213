package io.kvbench.reports.run;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.RunResult.ClusterResult;
import io.kvbench.results.format.ServerResult;
import java.util.List;
import java.util.stream.Collectors;

/** The state that each server reported after the run. */
public final class ServersSheet {
  private static final Figure<ServerResult> NAME =
      Figure.of("name", server -> Cell.words(server.name().orElse("")));

  private static final List<Figure<ServerResult>> COLUMNS =
      List.of(
          Figure.of("server", server -> Cell.words(server.endpoint())),
          NAME,
          Figure.of("version", server -> Cell.words(server.version().orElse(""))),
          Figure.of("part", server -> Cell.words(part(server))),
          Figure.of("records", server -> Cell.of(server.keysFound(), Unit.COUNT)),
          Figure.of("disk", server -> Cell.of(server.diskBytes(), Unit.BINARY_BYTES)),
          Figure.detail(
              "details",
              server ->
                  Cell.words(
                      server.details().entrySet().stream()
                          .map(entry -> entry.getKey() + " " + entry.getValue())
                          .collect(Collectors.joining(", ")))),
          Figure.of("problem", server -> new Cell.Words(server.problem().orElse(""))));

  private ServersSheet() {}

  public static Sheet of(ClusterResult cluster) {
    boolean named = cluster.askedServers().stream().anyMatch(server -> server.name().isPresent());
    return Sheet.of(
        "Servers",
        "at the end",
        COLUMNS.stream().filter(each -> named || !each.equals(NAME)).toList(),
        cluster.askedServers());
  }

  private static String part(ServerResult server) {
    return server.details().getOrDefault("mode", server.leader() ? "leader" : "");
  }
}
