package io.kvbench.reports.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.ServerState;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunResult.ClusterResult;
import io.kvbench.core.result.ServerResult;
import io.kvbench.reports.ChangedResult;
import io.kvbench.reports.ResultFixtures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class UncountedStoreTest {
  private static final ServerResult FOLLOWER =
      server(Map.of(ServerState.NOT_COUNTED, "they are over 64 MiB"), Optional.empty());
  private static final ServerResult GONE =
      server(Map.of(), Optional.of("refuses connections: nothing listens there"));
  private static final ServerResult MUTE = server(Map.of(), Optional.empty());

  @Test
  void aServersReasonComesBeforeAnothersTrouble() {
    assertThat(UncountedStore.reason(written(GONE, FOLLOWER))).contains("they are over 64 MiB");
    assertThat(UncountedStore.reason(written(MUTE, GONE)))
        .contains("refuses connections: nothing listens there");
    assertThat(UncountedStore.reason(written(MUTE))).contains("no server tells how many there are");
  }

  @Test
  void thereIsNothingToSayOfRunsThatWereCountedOrWroteNothing() {
    assertThat(UncountedStore.reason(ResultFixtures.threeServers())).isEmpty();
    assertThat(UncountedStore.reason(written())).as("nobody was asked").isEmpty();
    assertThat(UncountedStore.reason(run(List.of(), FOLLOWER))).as("no phase").isEmpty();
  }

  @Test
  void theReportSaysIt() {
    assertThat(TextReport.of(written(FOLLOWER), Optional.empty(), TextStyle.PLAIN))
        .contains("Store         not counted: they are over 64 MiB");
  }

  private static ServerResult server(Map<String, String> details, Optional<String> problem) {
    return new ServerResult(
        "127.0.0.1:9081",
        Optional.empty(),
        Optional.empty(),
        false,
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        details,
        problem);
  }

  private static RunResult written(ServerResult... servers) {
    return run(ResultFixtures.writeMillion().phases(), servers);
  }

  private static RunResult run(List<PhaseResult> phases, ServerResult... servers) {
    RunResult whole = ResultFixtures.writeMillion();
    ClusterResult cluster = whole.cluster();
    return new ChangedResult(whole)
        .cluster(
            new ClusterResult(
                cluster.kind(),
                cluster.nodes(),
                cluster.description(),
                cluster.endpoints(),
                servers.length == 0 ? Optional.empty() : Optional.of(List.of(servers)),
                cluster.elections(),
                cluster.events()))
        .withoutStoreCheck()
        .phases(phases)
        .result();
  }
}
