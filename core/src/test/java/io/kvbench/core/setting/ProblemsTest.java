package io.kvbench.core.setting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProblemsTest {
  private final Problems problems = new Problems();

  @Test
  void ofVeryManyTheFirstAreKeptAndTheOthersCounted() {
    for (int number = 1; number <= 300; number++) {
      problems.add("file:" + number, "is wrong.");
    }

    assertThat(problems.list()).hasSize(20);
    assertThat(problems.list().getLast().where()).isEqualTo("file:20");
    assertThat(problems.count()).isEqualTo(300);
    assertThat(problems.omitted()).isEqualTo(280);
  }

  @Test
  void aMessageThatIsNotKeptIsNotMade() {
    for (int number = 1; number <= 20; number++) {
      problems.add("file:" + number, "is wrong.");
    }

    problems.add(
        Origin.of("file"),
        () -> {
          throw new AssertionError("not needed");
        });

    assertThat(problems.omitted()).isEqualTo(1);
  }

  @Test
  void passwordsInThemAreMasked() {
    problems.add("-p endpoints", "'me:geheim@host:1' is no address.");

    assertThat(problems.list().getFirst())
        .hasToString("-p endpoints: 'me:********@host:1' is no address.");
  }

  @Test
  void aLongPlaceIsCut() {
    problems.add("x".repeat(10_000), "is wrong.");

    assertThat(problems.list().getFirst().where())
        .startsWith("xxx")
        .endsWith("... (10000 characters)")
        .hasSizeLessThan(300);
  }
}
