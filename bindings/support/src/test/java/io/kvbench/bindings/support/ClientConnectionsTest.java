package io.kvbench.bindings.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.BindingException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the assignment of connections to clients. */
class ClientConnectionsTest {
  @Test
  void clientsBeyondTheFirstConnectionsGetTheirOwnUpToALimit() throws Exception {
    ClientConnections<Integer> connections =
        new ClientConnections<>(List.of(10, 11), 4, client -> 100 + client);

    assertThat(connections.open(1)).isEqualTo(11);
    assertThat(connections.isOwn(1)).isFalse();
    assertThat(connections.open(7)).isEqualTo(107);
    assertThat(connections.isOwn(7)).isTrue();
    assertThat(connections.open(7)).as("again, in the next phase").isEqualTo(107);
    assertThat(connections.open(2)).isEqualTo(102);
    assertThat(connections.open(5)).as("at the limit").isEqualTo(11);
    assertThat(connections.isOwn(5)).isFalse();
    assertThat(connections.shared(4)).isEqualTo(10);
    assertThat(connections.all()).containsExactlyInAnyOrder(10, 11, 107, 102);
    assertThat(connections.openings(connection -> 3)).isEqualTo(3 + 3 + 2 + 2);
  }

  @Test
  void aFixedNumberIsShared() throws Exception {
    ClientConnections<String> connections =
        new ClientConnections<>(
            List.of("a", "b", "c"),
            3,
            client -> {
              throw new BindingException("no more");
            });

    assertThat(connections.open(4)).isEqualTo("b");
    ClientConnections<String> refused =
        new ClientConnections<>(
            List.of("a"),
            2,
            client -> {
              throw new BindingException("no more");
            });
    assertThatThrownBy(() -> refused.open(1)).hasMessage("no more");
    assertThat(refused.isOwn(1)).isFalse();
  }
}
