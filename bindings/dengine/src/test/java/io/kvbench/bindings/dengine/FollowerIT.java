package io.kvbench.bindings.dengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.RunningServers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a real cluster of which the user names a server that does not lead. */
@Timeout(120)
class FollowerIT {
  private static final int RECORDS = 3;

  @Test
  void theLeaderCountsForAFollower(@TempDir Path directory) throws Exception {
    try (RunningServers cluster = RealDEngine.cluster(directory)) {
      String follower = follower(cluster.endpoints());
      try (Binding binding = TestConfig.open(List.of(follower), Map.of());
          Session session = binding.openSession(0)) {
        for (int record = 0; record < RECORDS; record++) {
          Answer answer = new Answer();
          session.submit(
              new Operation.Insert(Key.of("key" + record), Value.of(new byte[10])), answer);
          assertThat(answer.status()).isEqualTo(Outcome.OK);
        }

        List<ServerState> states = binding.servers();

        assertThat(states).hasSize(2);
        ServerState named = states.getFirst();
        assertThat(named.endpoint()).isEqualTo(follower);
        assertThat(named.leader()).isFalse();
        assertThat(named.keys()).isEmpty();
        assertThat(named.details()).containsKey(ServerState.NOT_COUNTED);
        ServerState leader = states.getLast();
        assertThat(leader.endpoint()).isIn(cluster.endpoints()).isNotEqualTo(follower);
        assertThat(leader.leader()).isTrue();
        assertThat(leader.keys()).hasValue(RECORDS);
      }
    }
  }

  private static String follower(List<String> endpoints) throws Exception {
    try (Binding binding = TestConfig.open(endpoints, Map.of())) {
      return binding.servers().stream()
          .filter(state -> !state.leader())
          .findFirst()
          .orElseThrow()
          .endpoint();
    }
  }
}
