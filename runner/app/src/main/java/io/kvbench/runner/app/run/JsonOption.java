package io.kvbench.runner.app.run;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.StandardStream;
import io.kvbench.runner.app.terminal.Terminal;
import io.kvbench.runner.run.RunListener;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that writes what happens in a run as JSON, line by line. */
final class JsonOption {
  private static final String STANDARD_OUTPUT = "-";

  private static final Set<OpenOption> OPTIONS =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE);

  @Option(
      names = "--json",
      paramLabel = "FILE|-",
      description = {
        "Write events and intervals as JSON during the run, one object a line;",
        "-: to standard output, and the summary to standard error."
      })
  private @Nullable String target;

  private Optional<StandardStream> file = Optional.empty();

  boolean isGiven() {
    return target != null;
  }

  boolean isOnStandardOutput() {
    return STANDARD_OUTPUT.equals(target);
  }

  /** Returns the terminal for the report. */
  Terminal forReport(Terminal terminal) {
    return isOnStandardOutput() ? terminal.withResultsOnError() : terminal;
  }

  /**
   * Returns a listener that writes the lines and forwards every call; empty without the option.
   *
   * @throws IOException if the file cannot be created, with words for the user
   */
  Optional<JsonLines> over(RunListener listener, Terminal terminal, FilePermissions permissions)
      throws IOException {
    if (target == null) {
      return Optional.empty();
    }
    if (target.equals(STANDARD_OUTPUT)) {
      return Optional.of(new JsonLines(listener, terminal.output()));
    }
    try {
      Path path = InputFile.path(target);
      // Never deleted first: it may be a device or a pipe.
      FileChannel channel = FileChannel.open(path, OPTIONS, permissions.ofFile(path));
      StandardStream stream =
          new StandardStream(Channels.newOutputStream(channel), StandardCharsets.UTF_8);
      file = Optional.of(stream);
      return Optional.of(new JsonLines(listener, stream));
    } catch (IOException e) {
      throw new IOException(
          "--json %s cannot be written: %s. Specify another file."
              .formatted(target, FileReason.ofWriting(e)),
          e);
    }
  }

  /** Returns the exit code of the command: a file that is incomplete is a failure. */
  int finish(Terminal terminal, int code) {
    Optional<IOException> failure = file.flatMap(StandardStream::failure);
    failure.ifPresent(
        lost ->
            terminal
                .err()
                .printf(
                    "kvbench: --json %s: the file is incomplete: %s.%n",
                    target, FileReason.ofWriting(lost)));
    return failure.isPresent() && code == ExitCode.FINE ? ExitCode.ENVIRONMENT : code;
  }
}
