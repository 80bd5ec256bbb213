package io.kvbench.reports.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A comparison of texts with golden files. {@code mvn test -Dgolden=write} makes new ones to
 * review.
 */
final class GoldenText {
  private GoldenText() {}

  /** Compares a text with the file of that name. */
  static void assertIs(String text, String name) throws IOException {
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(Path.of("src/test/resources/golden", name + ".txt"), text);
    }
    assertThat(text).isEqualTo(read(name));
  }

  private static String read(String name) throws IOException {
    try (InputStream in = GoldenText.class.getResourceAsStream("/golden/" + name + ".txt")) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
