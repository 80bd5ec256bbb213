package io.kvbench.core.workload.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunPartTest {

  @Test
  void theClientsOfAllPartsFollowOneAnotherAndAreSpreadEvenly() {
    for (int count = 1; count < 20; count++) {
      for (int clients = 0; clients < 100; clients++) {
        int next = 0;
        for (int index = 0; index < count; index++) {
          RunPart part = new RunPart(index, count);
          assertThat(part.first(clients)).isEqualTo(next);
          assertThat(part.size(clients)).isBetween(clients / count, clients / count + 1);
          next += part.size(clients);
        }
        assertThat(next).isEqualTo(clients);
      }
    }
  }

  @Test
  void theLargestNumberOfClientsIsNoProblem() {
    RunPart last = new RunPart(999, 1000);

    assertThat(last.first(Integer.MAX_VALUE) + last.size(Integer.MAX_VALUE))
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void theWholeHasAllClients() {
    assertThat(RunPart.WHOLE.first(17)).isZero();
    assertThat(RunPart.WHOLE.size(17)).isEqualTo(17);
  }

  /** As in one process: the n-th connection goes to server n modulo 3. */
  @Test
  void theConnectionsOfAllPartsGoRoundTheServers() {
    List<String> servers = List.of("a", "b", "c");
    for (int parts = 1; parts < 9; parts++) {
      int count = parts;
      List<String> connected =
          IntStream.range(0, count)
              .mapToObj(index -> new RunPart(index, count))
              .flatMap(
                  part ->
                      IntStream.range(0, part.size(10))
                          .mapToObj(own -> part.inTurn(servers, 10).get(own % 3)))
              .toList();

      assertThat(connected)
          .isEqualTo(IntStream.range(0, 10).mapToObj(each -> servers.get(each % 3)).toList());
    }
  }

  @Test
  void noPartIsOutsideOfTheWhole() {
    assertThatIllegalArgumentException().isThrownBy(() -> new RunPart(2, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new RunPart(-1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new RunPart(0, 0));
  }
}
