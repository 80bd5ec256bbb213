package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.engine.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One command line in this process, and what holds for each of them. */
record FuzzCase(List<String> arguments, int exitCode, String out, String err) {

  static FuzzCase run(List<String> arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(printing(out), printing(err));
    int code;
    try {
      code =
          terminal.finish(
              new CommandLineApp(terminal, new StopSignal()).run(arguments.toArray(String[]::new)));
    } catch (RuntimeException | Error defect) {
      throw new AssertionError(arguments.toString(), defect);
    }
    return new FuzzCase(
        arguments,
        code,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream printing(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  void check() {
    String all = out + err;
    assertThat(exitCode)
        .as("exit code of %s: %s", arguments, err)
        .isIn(ExitCode.FINE, ExitCode.VERDICT, ExitCode.USAGE, ExitCode.ENVIRONMENT);
    assertThat(all)
        .as("output of %s", arguments)
        .doesNotContain("\tat ", "Exception", "defect of kvbench", "java.lang", ":secret@")
        .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\\n\\t]]");
    if (exitCode == ExitCode.USAGE) {
      assertThat(err).as("why, of %s", arguments).isNotBlank();
    }
  }
}
