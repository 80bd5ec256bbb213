package io.kvbench.runner.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CellOrderTest {
  private static String order(CellOrder order, List<String> combinations, int repeats, long seed) {
    return order.of(combinations, repeats, seed).stream()
        .map(turn -> turn.combination() + turn.repeat())
        .collect(Collectors.joining(" "));
  }

  @Test
  void sequencesRepeatOneCombinationAfterTheOther() {
    assertThat(order(CellOrder.SEQUENCE, List.of("A", "B"), 3, 1)).isEqualTo("A1 A2 A3 B1 B2 B3");
  }

  @Test
  void interleavedRoundsGoBackAndForth() {
    assertThat(order(CellOrder.INTERLEAVED, List.of("A", "B", "C"), 3, 1))
        .isEqualTo("A1 B1 C1 C2 B2 A2 A3 B3 C3");
  }

  @Test
  void aRandomRoundHasEveryCombinationOnceAndFollowsFromTheSeed() {
    List<String> all = List.of("A", "B", "C", "D", "E", "F", "G", "H");

    String once = order(CellOrder.RANDOM, all, 2, 7);

    assertThat(once).isEqualTo(order(CellOrder.RANDOM, all, 2, 7));
    assertThat(once).isNotEqualTo(order(CellOrder.RANDOM, all, 2, 8));
    List<CellOrder.Turn<String>> turns = CellOrder.RANDOM.of(all, 2, 7);
    assertThat(turns.subList(0, 8)).extracting(CellOrder.Turn::repeat).containsOnly(1);
    assertThat(turns.subList(0, 8))
        .extracting(CellOrder.Turn::combination)
        .containsExactlyInAnyOrderElementsOf(all);
    assertThat(turns.subList(8, 16))
        .extracting(CellOrder.Turn::combination)
        .containsExactlyInAnyOrderElementsOf(all);
  }

  @ParameterizedTest
  @EnumSource
  void everyOrderHasAllRunsOnce(CellOrder order) {
    assertThat(order.of(List.of("A", "B", "C"), 4, 3)).hasSize(12).doesNotHaveDuplicates();
  }
}
