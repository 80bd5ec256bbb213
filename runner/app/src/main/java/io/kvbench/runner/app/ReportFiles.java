package io.kvbench.runner.app;

import io.kvbench.reports.text.PlainText;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What commands that read result directories have in common: where they write, and refusals. */
final class ReportFiles {
  private ReportFiles() {}

  /** Prints everything that is wrong with directories, and returns the exit code for it. */
  static int refuse(Terminal terminal, List<String> problems) {
    String count = problems.size() == 1 ? "a problem:" : problems.size() + " problems:";
    terminal.err().println("kvbench: " + count);
    problems.forEach(problem -> terminal.err().println("  " + PlainText.of(problem)));
    return ExitCode.USAGE;
  }

  /** Writes to a file, or to the terminal without one, and returns the exit code. */
  static int write(Terminal terminal, String text, Optional<Path> file) {
    if (file.isEmpty()) {
      terminal.out().print(text);
      return ExitCode.FINE;
    }
    try {
      Files.writeString(file.get(), text);
      return ExitCode.FINE;
    } catch (IOException e) {
      terminal
          .err()
          .println(
              "kvbench: cannot write %s: %s. Name another file with --out."
                  .formatted(file.get(), reason(e)));
      return ExitCode.USAGE;
    }
  }

  /** The sentence of the file system, which often is the path alone. */
  private static String reason(IOException cause) {
    return switch (cause) {
      case NoSuchFileException e -> "there is no such directory";
      case AccessDeniedException e -> "permission denied";
      case FileSystemException e when e.getReason() != null -> e.getReason();
      default -> String.valueOf(cause.getMessage());
    };
  }
}
