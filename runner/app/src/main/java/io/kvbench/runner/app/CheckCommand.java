package io.kvbench.runner.app;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.history.HistoryExport;
import io.kvbench.core.history.HistoryFile;
import io.kvbench.core.history.HistorySource;
import io.kvbench.core.history.OneKeyHistory;
import io.kvbench.reports.content.ConsistencyParts;
import io.kvbench.reports.document.Document;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.format.ConsistencyResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import io.kvbench.runner.run.ConsistencyResults;
import io.kvbench.runner.run.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code kvbench check}, which checks the recorded operations of a run again. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Checks the recorded answers of a run against its promises.",
      "The run must have kept them: -p check=true -p check.keep=true."
    })
final class CheckCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "Result directory with a history.bin.")
  private Path directory = Path.of("");

  @Option(
      names = "--key",
      paramLabel = "NUMBER",
      description = "Check one record only, by its number as in reports.")
  private @Nullable Long key;

  @Option(
      names = "--export",
      paramLabel = "FILE",
      description =
          "Write the operations for other checkers, as JSON lines (.jsonl) or in Jepsen's form"
              + " (.edn).")
  private @Nullable Path export;

  @Mixin private OutputFiles output = new OutputFiles();

  private final Terminal terminal;

  CheckCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Path file = directory.resolve(ResultDirectory.HISTORY);
    if (!Files.exists(file)) {
      return terminal.refuse(
          List.of(
              "%s: no recorded operations; run with -p check=true -p check.keep=true."
                  .formatted(file)));
    }
    try {
      RunResult result = ResultDirectory.readResult(directory);
      Optional<ConsistencyResult> before = result.store().consistency();
      if (before.isEmpty()) {
        return terminal.refuse(
            List.of(
                "%s: the result has no rules for a check; it was written by another run."
                    .formatted(directory.resolve(ResultDirectory.RESULT))));
      }
      HistorySource history = HistoryFile.open(file);
      HistorySource checked = key == null ? history : new OneKeyHistory(history, key);
      int written = export == null ? ExitCode.FINE : export(checked, export);
      return written == ExitCode.FINE
          ? report(ConsistencyResults.check(checked, before.get().rules()), result)
          : written;
    } catch (ResultFormatException e) {
      return terminal.refuse(List.of(String.valueOf(e.getMessage())));
    } catch (IOException e) {
      return terminal.refuse(List.of(file + ": " + FileReason.of(e) + "."));
    }
  }

  private int export(HistorySource history, Path target) throws IOException {
    HistoryExport.Format format = HistoryExport.Format.of(target.toString());
    if (format == null) {
      return terminal.refuse(
          List.of("--export %s: name a file that ends with .jsonl or .edn.".formatted(target)));
    }
    StringBuilder text = new StringBuilder();
    new HistoryExport(history).write(format, text);
    return output.write(terminal, target, text.toString(), "--export");
  }

  private int report(ConsistencyResult found, RunResult result) {
    String title =
        "%s on %s%s"
            .formatted(
                result.origin().workload(),
                result.system().name(),
                key == null ? "" : ", record " + key);
    Document document = ConsistencyParts.document(found, title, Version.CURRENT);
    int written = output.write(terminal, style -> TextDocument.of(document, style));
    return ExitCode.ofGate(
        written, !found.violations().isEmpty(), found.dropped() != 0 || found.hasManyUndecided());
  }
}
