package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MatrixPartTest {
  private static final List<String> TESTS =
      IntStream.range(0, 1000)
          .mapToObj(
              n ->
                  "[engine:junit-jupiter]/[class:A]/[test-template:t()]/[test-template-invocation:#"
                      + n
                      + "]")
          .toList();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void thePartsRunEachTestOnce(int count) {
    for (String test : TESTS) {
      long parts =
          IntStream.rangeClosed(1, count)
              .filter(index -> MatrixPart.isIn(index + "/" + count, test))
              .count();
      assertThat(parts).as(test).isOne();
    }
  }

  @Test
  void partsAreOfSimilarSize() {
    for (int index = 1; index <= 4; index++) {
      String part = index + "/4";
      assertThat(TESTS.stream().filter(test -> MatrixPart.isIn(part, test)).count())
          .isBetween(200L, 300L);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "0/4", "5/4", "a/b", "1/2/3", "-1/2", "1/0"})
  void aPartThatIsNoneIsAnError(String part) {
    assertThatThrownBy(() -> MatrixPart.isIn(part, "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("such as 2/4");
  }
}
