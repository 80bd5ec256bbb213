package io.kvbench.runner.app;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.file.FileReason;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.directory.WholeFiles;
import io.kvbench.runner.app.options.OutputPermissions;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The output options of commands that render results. */
class OutputFiles {
  private static final TextStyle IN_A_FILE = new TextStyle(120, false, true);

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write to a file, in UTF-8, instead of the terminal.")
  private @Nullable Path out;

  @Mixin private OutputPermissions permissions = new OutputPermissions();

  /** Writes a text to the file or terminal that the user chose. */
  int write(Terminal terminal, Function<TextStyle, String> text) {
    if (out != null) {
      return write(terminal, out, text.apply(IN_A_FILE), "--out");
    }
    terminal.page().print(text.apply(terminal.style()));
    return ExitCode.FINE;
  }

  /** Writes a text to a file that the user has named with {@code option}. */
  int write(Terminal terminal, Path file, String text, String option) {
    try {
      WholeFiles.write(file, text, permissions.get());
      return ExitCode.FINE;
    } catch (IOException e) {
      String problem = cannotWrite(file, e) + " Specify another file with " + option + ".";
      return terminal.refuse(List.of(problem));
    }
  }

  /** Returns who may read what is written. */
  FilePermissions permissions() {
    return permissions.get();
  }

  /** Returns the file to write to, if the user named one. */
  Optional<Path> out() {
    return Optional.ofNullable(out);
  }

  /** Returns what to say of a file that could not be written. */
  static String cannotWrite(Path file, IOException cause) {
    return "cannot write " + file + ": " + FileReason.ofWriting(cause) + ".";
  }
}
