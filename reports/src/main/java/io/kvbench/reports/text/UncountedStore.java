package io.kvbench.reports.text;

import io.kvbench.core.binding.ServerState;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.ServerResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A run that wrote, and whose servers were asked, but whose records nobody counted. */
public final class UncountedStore {
  private UncountedStore() {}

  /** Returns why its records were not counted; empty for every other run. */
  public static Optional<String> reason(RunResult result) {
    List<ServerResult> servers = result.cluster().askedServers();
    if (result.storeCheck().isPresent() || servers.isEmpty() || !wrote(result)) {
      return Optional.empty();
    }
    return Stream.concat(
            servers.stream()
                .map(server -> server.details().getOrDefault(ServerState.NOT_COUNTED, ""))
                .filter(why -> !why.isEmpty()),
            servers.stream().flatMap(server -> server.problem().stream()))
        .findFirst()
        .or(() -> Optional.of("no server tells how many there are"));
  }

  private static boolean wrote(RunResult result) {
    return result.phases().stream()
        .anyMatch(
            phase ->
                phase.operations().containsKey(OperationType.INSERT)
                    || phase.operations().containsKey(OperationType.DELETE));
  }
}
