package io.kvbench.reports.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.result.RunResult.StoreCheck;
import org.junit.jupiter.api.Test;

class StoreLineTest {

  @Test
  void agreementIsOneLine() {
    assertThat(line(new StoreCheck(1_000_000, 0, 1_000_000, 0)))
        .isEqualTo("Store         1,000,000 keys found, 1,000,000 acknowledged");
    assertThat(line(new StoreCheck(12, 10, 12, 0)))
        .endsWith("12 keys found, 12 acknowledged, counting 10 from before the run");
  }

  @Test
  void writesWithoutAnswerExplainADifferenceAsLargeAsTheyAre() {
    assertThat(line(new StoreCheck(103, 0, 100, 5)))
        .doesNotContain("MISMATCH")
        .contains("5 writes whose answers leave it open");
    assertThat(line(new StoreCheck(106, 0, 100, 5)))
        .contains("MISMATCH")
        .contains("6 too many, and only 5 writes");
  }

  @Test
  void missingKeysAreLoud() {
    assertThat(line(new StoreCheck(90, 0, 100, 0)))
        .isEqualTo("Store         MISMATCH: 90 keys found, 100 acknowledged; 10 are missing");
  }

  private static String line(StoreCheck check) {
    Page page = new Page(new TextStyle(120, false, true));
    StoreLine.render(check, page);
    return page.toString().strip();
  }
}
