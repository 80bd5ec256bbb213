package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.ServerState;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.RunResult.ClusterResult;
import io.kvbench.results.format.ServerResult;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ClusterRecordTest {
  private static final Settings NO_SETTINGS =
      Settings.resolve(new Assignments(), List.of(), new Problems());

  private final ClusterRecord record = new ClusterRecord("unknown");

  private static ServerState state(String endpoint, boolean leader, long term, long keys) {
    return new ServerState(
        endpoint,
        Optional.of("1.2"),
        leader,
        term < 0 ? OptionalLong.empty() : OptionalLong.of(term),
        OptionalLong.of(keys),
        Map.of("mode", leader ? "leader" : "follower"),
        Optional.empty());
  }

  /** A server that was started here, with so many bytes on disk. */
  private record Node(String name, String endpoint, OptionalLong diskBytes) implements ClusterNode {
    @Override
    public OptionalLong pid() {
      return OptionalLong.empty();
    }

    @Override
    public Optional<Path> log() {
      return Optional.empty();
    }

    @Override
    public String role() {
      return "unknown";
    }

    @Override
    public void kill() {
      throw new UnsupportedOperationException();
    }
  }

  private record Started(String kind, List<ClusterNode> nodes) implements Cluster {
    @Override
    public String description() {
      return "two nodes";
    }

    @Override
    public void stop() {}

    @Override
    public void close() {}

    @Override
    public Optional<String> keptNotice() {
      return Optional.empty();
    }
  }

  private static Started cluster(String kind) {
    return new Started(
        kind,
        List.of(
            new Node("node-1", "a:1", OptionalLong.of(11)),
            new Node("node-2", "b:2", OptionalLong.empty())));
  }

  private long elections() {
    return record.result().elections().orElseThrow();
  }

  @Test
  void nothingIsKnownAtFirst() {
    assertThat(record.result()).isEqualTo(ClusterResult.of("unknown", 0, "no servers", List.of()));
    assertThat(record.keysAfter()).isEmpty();
    assertThat(record.version()).isEmpty();
  }

  @Test
  void everythingAboutAServerComesTogether() {
    record.started(cluster("process"), NO_SETTINGS);
    record.before(List.of(state("a:1", true, 4, 10), state("b:2", false, 4, 9)));
    record.after(List.of(state("a:1", false, 5, 30), ServerState.silent("b:2", "it is gone")));
    record.stopped(cluster("process"));

    ClusterResult result = record.result();

    assertThat(result.nodes()).isEqualTo(2);
    assertThat(result.askedServers())
        .containsExactly(
            new ServerResult(
                "a:1",
                Optional.of("node-1"),
                Optional.of("1.2"),
                false,
                OptionalLong.of(30),
                OptionalLong.of(11),
                OptionalLong.of(4),
                OptionalLong.of(5),
                Map.of("mode", "follower"),
                Optional.empty()),
            new ServerResult(
                "b:2",
                Optional.of("node-2"),
                Optional.of("1.2"),
                false,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.of(4),
                OptionalLong.empty(),
                Map.of(),
                Optional.of("it is gone")));
    assertThat(record.keysBefore()).hasValue(10);
    assertThat(record.keysAfter()).hasValue(30);
  }

  @Test
  void serversElsewhereHaveNoNamesOfTheirOwn() {
    record.started(cluster("external"), NO_SETTINGS);
    record.after(List.of(state("a:1", true, 1, 1)));

    assertThat(record.result().askedServers())
        .extracting(ServerResult::name)
        .containsOnly(Optional.empty());
  }

  @Test
  void electionsAreTheGrowthOfTheTerm() {
    record.before(List.of(state("a:1", true, 4, 0), state("b:2", false, 4, 0)));
    record.after(List.of(state("a:1", true, 4, 0), state("b:2", false, 4, 0)));
    assertThat(elections()).isZero();

    record.after(List.of(state("a:1", true, 7, 0), state("b:2", false, 6, 0)));
    assertThat(elections()).isEqualTo(3);
  }

  @Test
  void anotherLeaderIsAnElectionAlsoWithoutTerms() {
    record.before(List.of(state("a:1", true, -1, 0), state("b:2", false, -1, 0)));
    record.after(List.of(state("a:1", false, -1, 0), state("b:2", true, -1, 0)));
    assertThat(elections()).isEqualTo(1);

    record.after(List.of(state("a:1", true, -1, 0), state("b:2", false, -1, 0)));
    assertThat(elections()).isZero();
  }

  @Test
  void whoeverDoesNotTellMakesNoElection() {
    record.before(List.of(state("a:1", false, -1, 0)));
    record.after(List.of(state("a:1", false, -1, 0)));
    assertThat(record.result().elections()).isEmpty();

    record.before(List.of());
    record.after(List.of(state("a:1", true, 9, 0)));
    assertThat(record.result().elections()).isEmpty();
  }
}
