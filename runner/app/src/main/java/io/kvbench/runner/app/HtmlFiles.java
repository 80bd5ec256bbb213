package io.kvbench.runner.app;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.html.HtmlComparison;
import io.kvbench.reports.html.HtmlReport;
import io.kvbench.reports.text.PlainText;
import io.kvbench.runner.run.SmallHeap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pages for a browser, written beside what the terminal shows. */
final class HtmlFiles {
  private static final Logger LOG = LoggerFactory.getLogger(HtmlFiles.class);

  private HtmlFiles() {}

  /**
   * Writes the page of a run that has just ended. Everything measured is in other files already:
   * whatever goes wrong here is told and changes nothing.
   */
  static void afterRun(Terminal terminal, Path directory, FilePermissions permissions) {
    List<String> problems = new ArrayList<>();
    try {
      HtmlReport.write(directory, permissions, problems::add);
    } catch (RuntimeException e) {
      LOG.error("report.html", e);
      problems.add("internal error: " + e);
    } catch (OutOfMemoryError e) {
      LOG.error("report.html", e);
      problems.add(
          SmallHeap.sentence() + ", and then write the report: kvbench report --html " + directory);
    }
    problems.forEach(
        problem ->
            terminal.err().println("kvbench: report.html is missing: " + PlainText.of(problem)));
  }

  /** Writes the page of each directory and prints where it is; returns the exit code. */
  static int reports(Terminal terminal, List<Path> directories, FilePermissions permissions) {
    List<String> problems = new ArrayList<>();
    for (Path directory : directories) {
      HtmlReport.write(directory, permissions, problems::add)
          .ifPresent(file -> terminal.out().println(file));
    }
    return problems.isEmpty() ? ExitCode.FINE : ReportFiles.refuse(terminal, problems);
  }

  /** Writes the page of a comparison; returns the exit code. */
  static int comparison(Terminal terminal, Comparison comparison, ReportFiles files, Path file) {
    List<String> problems = new ArrayList<>();
    Optional<String> page = HtmlComparison.of(comparison, problems::add);
    return page.isPresent()
        ? files.write(terminal, file, page.get(), "--html")
        : ReportFiles.refuse(terminal, problems);
  }
}
