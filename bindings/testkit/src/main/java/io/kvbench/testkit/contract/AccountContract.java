package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of what servers and the client library report about themselves. */
interface AccountContract extends ContractBase {

  @Test
  default void everyServerTellsOfItself() throws Exception {
    List<ServerState> servers = stage().shared().binding().servers();
    if (stage().system().local()) {
      assertThat(servers).hasSize(1);
    } else {
      assertThat(servers)
          .extracting(ServerState::endpoint)
          .containsExactlyElementsOf(stage().endpoints());
      assertThat(servers)
          .allSatisfy(
              server -> {
                assertThat(server.problem()).isEmpty();
                if (stage().tellsVersion()) {
                  assertThat(server.version().orElse("none")).matches("\\d+\\.\\d+.*");
                } else {
                  assertThat(server.version()).isEmpty();
                }
              });
    }
  }

  @Test
  default void recordsAreCounted() throws Exception {
    try (CheckedBinding opened = stage().open(1)) {
      assertThat(opened.keys()).isZero();
      Key first = Keys.next();
      Key second = Keys.next();
      opened.insert(first, Values.of(1));
      opened.insert(second, Values.of(0));
      assertThat(opened.keys()).isEqualTo(2);
      opened.submit(0, new Operation.Update(second, Values.of(5))).assertOk();
      assertThat(opened.keys()).isEqualTo(2);
      if (can(Capability.DELETE)) {
        opened.submit(0, new Operation.Delete(first)).assertOk();
        assertThat(opened.keys()).isEqualTo(1);
      }
    }
  }

  @Test
  default void theClientLibraryHasCoordinates() {
    String library = stage().shared().binding().clientLibrary();
    if (stage().system().local()) {
      assertThat(library).matches("[\\w.-]+:[\\w.-]+(:[\\w.+-]+)?");
    } else {
      assertThat(library).matches("[\\w.-]+:[\\w.-]+:\\d[\\w.+-]*");
    }
  }
}
