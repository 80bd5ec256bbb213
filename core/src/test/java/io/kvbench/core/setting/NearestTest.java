package io.kvbench.core.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
  private static final List<String> NAMES =
      List.of("recordcount", "operationcount", "readproportion", "clients", "seed");

  @ParameterizedTest
  @CsvSource({
    "recordcont,recordcount",
    "recordcounts,recordcount",
    "recordcuont,recordcount",
    "opperationcount,operationcount",
    "klients,clients",
    "sead,seed",
    "clients,clients"
  })
  void aFewWrongLettersAreForgiven(String typed, String meant) {
    assertThat(Nearest.to(typed, NAMES)).contains(meant);
  }

  @Test
  void nothingIsGuessedFromTooLittle() {
    assertThat(Nearest.to("s", NAMES)).isEmpty();
    assertThat(Nearest.to("latency", NAMES)).isEmpty();
    assertThat(Nearest.to("seed", List.of())).isEmpty();
  }

  @Test
  void aThirdOfTheLettersMayBeWrongAndNoMore() {
    assertThat(Nearest.to("abcXYf", List.of("abcdef"))).contains("abcdef");
    assertThat(Nearest.to("abXYZf", List.of("abcdef"))).isEmpty();
    assertThat(Nearest.to("ax", List.of("ab"))).contains("ab");
  }

  @Test
  void twoSwappedLettersAreOneMistake() {
    assertThat(Nearest.to("etdc", List.of("etcd", "consul"))).contains("etcd");
    assertThat(Nearest.to("etdx", List.of("etcd"))).isEmpty();
    assertThat(Nearest.to("ba", List.of("ab"))).contains("ab");
    assertThat(Nearest.to("abcdfe", List.of("abcdef", "abcdfeghi"))).contains("abcdef");
  }

  @Test
  void aBeginningIsCompleted() {
    assertThat(Nearest.to("thread", List.of("clients", "threadcount"))).contains("threadcount");
    assertThat(Nearest.to("field", List.of("fieldlength", "fieldcount"))).contains("fieldcount");
    assertThat(Nearest.to("fie", List.of("fieldlength"))).isEmpty();
  }

  @Test
  void theCloserOneWinsAndTheFirstInTheAlphabetOfTwoEquals() {
    assertThat(Nearest.to("limit", List.of("limits", "limit.s"))).contains("limits");
    assertThat(Nearest.to("xet", List.of("set", "get"))).contains("get");
  }
}
