package io.kvbench.runner.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** A program that a test runs to its end. */
final class Program {
  private Program() {}

  /** Returns the lines that a command prints; fails if it fails. */
  static List<String> output(String... command) throws Exception {
    return output(new ProcessBuilder(command));
  }

  static List<String> output(ProcessBuilder command) throws Exception {
    Process process = command.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s%n%s", command.command(), text).isZero();
    return text.lines().toList();
  }
}
