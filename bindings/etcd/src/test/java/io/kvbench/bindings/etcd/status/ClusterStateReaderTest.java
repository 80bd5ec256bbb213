package io.kvbench.bindings.etcd.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.ServerState;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ClusterStateReaderTest {
  private static final List<ServerState> STATES =
      List.of(ServerState.of("a:1", OptionalLong.of(5)), ServerState.of("b:1", OptionalLong.of(5)));

  private static EtcdClusterStateReader.Hashed hashed(long hash, long compacted) {
    return new EtcdClusterStateReader.Hashed(OptionalLong.of(hash), compacted, 9, 40, "");
  }

  @Test
  void isContentWithEqualHashes() {
    List<ServerState> states =
        EtcdClusterStateReader.withHashes(STATES, List.of(hashed(7, 1), hashed(7, 1)));
    assertThat(states).allMatch(state -> state.problem().isEmpty());
    assertThat(states.getFirst().details())
        .containsEntry("hashkv", "7")
        .containsEntry("hashkvMicros", "40");
    assertThat(states.getFirst().keys()).hasValue(5);
  }

  @Test
  void saysThatHashesDiffer() {
    assertThat(EtcdClusterStateReader.withHashes(STATES, List.of(hashed(7, 1), hashed(8, 1))))
        .allMatch(state -> state.problem().orElseThrow().contains("differ"));
  }

  @Test
  void doesNotCompareWhatWasCompactedDifferently() {
    assertThat(EtcdClusterStateReader.withHashes(STATES, List.of(hashed(7, 1), hashed(8, 2))))
        .allMatch(state -> state.problem().isEmpty());
  }

  @Test
  void saysWhyThereIsNoHash() {
    EtcdClusterStateReader.Hashed none =
        new EtcdClusterStateReader.Hashed(OptionalLong.empty(), 0, 9, 0, "no permission");
    List<ServerState> states =
        EtcdClusterStateReader.withHashes(STATES, List.of(hashed(7, 1), none));
    assertThat(states.getFirst().problem()).isEmpty();
    assertThat(states.getLast().problem().orElseThrow()).contains("no permission");
  }
}
