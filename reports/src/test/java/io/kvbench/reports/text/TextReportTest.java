package io.kvbench.reports.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.result.RunResult;
import io.kvbench.reports.ResultFixtures;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Reports letter by letter. {@code mvn test -Dgolden=write} makes new ones to look at. */
class TextReportTest {
  private static final Locale DEFAULT = Locale.getDefault();
  private static final RunResult WRITE_MILLION = ResultFixtures.writeMillion();
  private static final RunResult OPEN_LOOP = ResultFixtures.openLoopWithLag();
  private static final RunResult HALF_FAILING = ResultFixtures.halfFailing();
  private static final RunResult INTERRUPTED = ResultFixtures.interruptedEarly();
  private static final RunResult MEMORY = ResultFixtures.memory();
  private static final TextStyle ASCII = new TextStyle(80, false, false);
  private static final TextStyle COLOR = new TextStyle(100, true, true);

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(DEFAULT);
  }

  static Stream<Arguments> reports() {
    return Stream.of("en-US", "de-DE", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "tr-TR")
        .flatMap(
            locale ->
                Stream.of(
                    golden(locale, "write-million", TextStyle.PLAIN, WRITE_MILLION),
                    golden(locale, "write-million-ascii", ASCII, WRITE_MILLION),
                    golden(locale, "write-million-color", COLOR, WRITE_MILLION),
                    golden(locale, "open-loop", TextStyle.PLAIN, OPEN_LOOP),
                    golden(locale, "half-failing", TextStyle.PLAIN, HALF_FAILING),
                    golden(locale, "half-failing-color", COLOR, HALF_FAILING),
                    golden(locale, "interrupted", TextStyle.PLAIN, INTERRUPTED),
                    golden(locale, "memory", TextStyle.PLAIN, MEMORY)));
  }

  private static Arguments golden(String locale, String name, TextStyle style, RunResult result) {
    return Arguments.of(locale, name, style, result);
  }

  @ParameterizedTest(name = "{1} in {0}")
  @MethodSource("reports")
  void looksAsItShould(String locale, String name, TextStyle style, RunResult result)
      throws IOException {
    Locale.setDefault(Locale.forLanguageTag(locale));

    String report = report(result, style);

    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(Path.of("src/test/resources/golden", name + ".txt"), report);
    }
    assertThat(report).isEqualTo(golden(name));
  }

  @Test
  void aRunOfOneOperationFitsOnOneScreen() {
    assertThat(report(WRITE_MILLION, TextStyle.PLAIN).lines().count()).isLessThanOrEqualTo(40);
  }

  private static String report(RunResult result, TextStyle style) {
    return TextReport.of(
        result, Optional.of(Path.of("results/20260203T040506Z-write1m-zookeeper")), style);
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = TextReportTest.class.getResourceAsStream("/golden/" + name + ".txt")) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
