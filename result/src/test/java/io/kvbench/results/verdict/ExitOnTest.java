package io.kvbench.results.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.format.Verdict.Validity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitOnTest {
  @ParameterizedTest
  @CsvSource({
    "INVALID,VALID,false",
    "INVALID,SUSPECT,false",
    "INVALID,INVALID,true",
    "SUSPECT,VALID,false",
    "SUSPECT,SUSPECT,true",
    "SUSPECT,INVALID,true",
    "NEVER,SUSPECT,false",
    "NEVER,INVALID,false"
  })
  void aVerdictFailsTheRunFromTheGivenOneOn(ExitOn exitOn, Validity validity, boolean fails) {
    assertThat(exitOn.includes(validity)).isEqualTo(fails);
  }

  @Test
  void onlyInvalidRunsFailUnlessToldOtherwise() {
    assertThat(VerdictFixtures.limits().get(VerdictSettings.EXIT_ON)).isEqualTo(ExitOn.INVALID);
    assertThat(VerdictFixtures.limits("exit.on=never").get(VerdictSettings.EXIT_ON))
        .isEqualTo(ExitOn.NEVER);
  }
}
