package io.kvbench.runner.app;

import io.kvbench.reports.plot.PictureException;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.directory.WholeFiles;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import picocli.CommandLine.Parameters;

/** The options of commands that read result directories: the directories, and where to write. */
final class ReportFiles extends OutputFiles {
  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "Result directory of a run, as printed in its last line.")
  private List<Path> directories = new ArrayList<>();

  /** A reader of result directories. */
  @FunctionalInterface
  interface Reader<T> {
    /**
     * Reads them all.
     *
     * @param problems takes a sentence for everything that is wrong
     * @return empty if anything was
     */
    Optional<T> read(List<Path> directories, Consumer<String> problems);
  }

  /** Reads the directories; empty if that fails, which is reported to the user. */
  <T> Optional<T> read(Terminal terminal, Reader<T> reader) {
    List<String> problems = new ArrayList<>();
    Optional<T> runs = reader.read(directories, problems::add);
    if (runs.isEmpty()) {
      terminal.refuse(problems);
    }
    return runs;
  }

  /**
   * Reads the directories, and writes a text about them to the file or terminal that the user
   * chose.
   */
  <T> int write(Terminal terminal, Reader<T> reader, BiFunction<T, TextStyle, String> form) {
    Optional<T> runs = read(terminal, reader);
    return runs.isEmpty()
        ? ExitCode.USAGE
        : write(terminal, style -> form.apply(runs.get(), style));
  }

  /** A writer of files from what was read. */
  @FunctionalInterface
  interface Filling<T> {
    /** Writes them, and returns what to say about them. */
    String write(T runs, ReportDirectory to) throws IOException, PictureException;
  }

  /**
   * Reads the directories, and writes files about them into another one, which is created if
   * missing.
   */
  <T> int writeInto(Terminal terminal, Path directory, Reader<T> reader, Filling<T> filling) {
    Optional<T> runs = read(terminal, reader);
    if (runs.isEmpty()) {
      return ExitCode.USAGE;
    }
    try (WholeFiles files = new WholeFiles(permissions())) {
      String done = filling.write(runs.get(), new ReportDirectory(directory, files));
      files.finish();
      terminal.out().print(done);
      return ExitCode.FINE;
    } catch (IOException e) {
      return terminal.refuse(List.of(cannotWrite(directory, e) + " Specify another directory."));
    } catch (PictureException e) {
      terminal.refuse(List.of(String.valueOf(e.getMessage())));
      return ExitCode.ENVIRONMENT;
    }
  }

  List<Path> directories() {
    return List.copyOf(directories);
  }
}
