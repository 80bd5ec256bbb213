package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.RunningServers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The contract of what clients may rely on after another one's write, on three nodes. */
interface ClusterContract extends ContractBase {
  int ROUNDS = 200;

  /** The limit on a busy machine. */
  Duration LAG = Duration.ofSeconds(20);

  ServerSubject serverSubject();

  @Test
  default void aLinearizableReadSeesEveryAcknowledgedWrite() throws Exception {
    try (CheckedBinding opened = stage().open(3)) {
      assertLinearizable(opened, false);
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  @ResourceLock(SharedServers.HARM)
  default void aClusterOfThreeIsLinearizableToo() throws Exception {
    if (serverSubject().cluster().isEmpty()) {
      assertThat(can(Capability.READ_LINEARIZABLE))
          .as("linearizable reads, and no cluster to try them on")
          .isFalse();
      return;
    }
    RunningServers servers = SharedServers.cluster(serverSubject());
    try (CheckedBinding opened =
        stage().open(servers.endpoints(), 3, Map.of(), RunningSubject.CONNECT_LIMIT)) {
      assertThat(servers.endpoints()).hasSize(3);
      assertLinearizable(opened, serverSubject().linearizableReadsMayLag());
      assertThat(opened.binding().servers())
          .extracting(ServerState::endpoint)
          .containsExactlyElementsOf(servers.endpoints());
      assertCounted(opened.binding().servers());
    }
  }

  private void assertCounted(List<ServerState> servers) {
    boolean leaderAlone = serverSubject().leaderAloneCounts();
    assertThat(servers)
        .allSatisfy(
            server -> {
              if (leaderAlone && !server.leader()) {
                assertThat(server.keys()).isEmpty();
              } else {
                assertThat(server.keys()).hasValue(1);
              }
            });
    assertThat(servers).anyMatch(server -> server.keys().isPresent());
  }

  /** Each write goes through one connection, and is read through the two others. */
  private void assertLinearizable(CheckedBinding opened, boolean mayLag) throws Exception {
    Key key = Keys.next();
    opened.insert(key, Values.of(0));
    for (int round = 1; round <= ROUNDS; round++) {
      Operation update = new Operation.Update(key, Values.of(round));
      opened.submit(round, update).assertOk();
      for (int other = 1; other < 3; other++) {
        Operation read = new Operation.Read(key, ReadConsistency.LINEARIZABLE);
        Answer answer = opened.submit(round + other, read);
        long deadline = System.nanoTime() + LAG.toNanos();
        while (mayLag && answer.value().length == round - 1 && System.nanoTime() < deadline) {
          answer = opened.submit(round + other, read);
        }
        if (!can(Capability.READ_LINEARIZABLE)) {
          Refused.assertInvalid(answer);
          return;
        }
        assertThat(answer.status()).as("%s", answer).isEqualTo(Outcome.OK);
        assertThat(answer.value()).hasSize(round);
      }
    }
  }
}
