package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.SubstituteLoggerFactory;

/**
 * A kvbench command line run in this process, without the start of a JVM, and the assertions common
 * to all of them.
 */
public record KvbenchCommand(List<String> arguments, int exitCode, String out, String err) {

  static {
    awaitLogging();
  }

  /** While one thread sets up logging, another one gets a factory that is not Logback's. */
  public static void awaitLogging() {
    while (LoggerFactory.getILoggerFactory() instanceof SubstituteLoggerFactory) {
      Thread.onSpinWait();
    }
  }

  /** Returns all that it has printed, for a test that fails. */
  public String said() {
    return err + out;
  }

  /** A command line that many cases use one after the other: to build one costs more than most. */
  private static final class Line {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Terminal terminal = new Terminal(printing(out), printing(err));
    private final CommandLineApp app = new CommandLineApp(terminal, new StopSignal());

    KvbenchCommand run(List<String> arguments) {
      out.reset();
      err.reset();
      int code;
      try {
        code = terminal.finish(app.run(arguments.toArray(String[]::new)));
      } catch (RuntimeException | Error defect) {
        throw new AssertionError(arguments.toString(), defect);
      }
      return new KvbenchCommand(
          arguments,
          code,
          out.toString(StandardCharsets.UTF_8),
          err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream printing(ByteArrayOutputStream bytes) {
      return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
  }

  private static final ThreadLocal<Line> LINE = ThreadLocal.withInitial(Line::new);

  public static KvbenchCommand run(List<String> arguments) {
    return LINE.get().run(arguments);
  }

  /** Returns the result of a run that ended well. */
  public RunResult result() throws Exception {
    assertThat(exitCode).as(() -> out + err).isZero();
    check();
    String last = out.strip().lines().reduce((before, line) -> line).orElse("");
    return ResultDirectory.readResult(Path.of(last));
  }

  public void check() {
    String all = out + err;
    assertThat(exitCode)
        .as("exit code of %s: %s", arguments, err)
        .isIn(ExitCode.FINE, ExitCode.VERDICT, ExitCode.USAGE, ExitCode.ENVIRONMENT);
    assertThat(all)
        .as("output of %s", arguments)
        .doesNotContain("\tat ", "Exception", "nternal error", "java.lang")
        .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\\n\\t]]");
    // Reports show what a damaged file says; messages mask it.
    assertThat(err)
        .as("messages of %s", arguments)
        .doesNotContain("//user:secret@", "user:secret@host:");
    if (exitCode == ExitCode.USAGE) {
      assertThat(err).as("why, of %s", arguments).isNotBlank();
    }
  }
}
