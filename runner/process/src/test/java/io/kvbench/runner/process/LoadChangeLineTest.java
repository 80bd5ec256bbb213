package io.kvbench.runner.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kvbench.core.engine.LoadChange;
import io.kvbench.core.operation.OperationType;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadChangeLineTest {
  private static final String ID = "0123456789abcdef";

  private static void assertIsReadBack(LoadChange change) {
    LoadChangeLine order = new LoadChangeLine(ID, change);
    assertThat(order.line().length()).isLessThan(LoadChangeLine.LONGEST);
    assertThat(LoadChangeLine.parse(order.line())).isEqualTo(order);
  }

  @Test
  void changesAreReadBack() {
    Map<OperationType, Double> all =
        Stream.of(OperationType.values())
            .collect(Collectors.toMap(kind -> kind, kind -> 1e-7 / (kind.name().length() + 3)));
    assertIsReadBack(
        new LoadChange("Read_ers-1", OptionalDouble.of(1e9), OptionalInt.of(1_000_000), all));
    assertIsReadBack(new LoadChange("", OptionalDouble.of(0), OptionalInt.empty(), Map.of()));
    assertIsReadBack(new LoadChange("", OptionalDouble.empty(), OptionalInt.of(1), Map.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "load",
        "load ",
        "load x rate=5",
        "stop 0123456789abcdef",
        "load 0123456789abcdef rate=five",
        "load 0123456789abcdef rate=5 rate=6",
        "load 0123456789abcdef  rate=5",
        "load 0123456789abcdef clients=5.5",
        "load 0123456789abcdef NOTHING=1",
        "load 0123456789abcdef READ",
        "load 0123456789abcdef mix=a/b"
      })
  void otherLinesAreNot(String line) {
    assertThatIllegalArgumentException().isThrownBy(() -> LoadChangeLine.parse(line));
  }
}
