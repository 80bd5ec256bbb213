package io.kvbench.runner.app.experiments;

import io.kvbench.reports.suite.CellFigures;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.CellOutcome;
import io.kvbench.results.directory.SuiteDocument.Status;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Quantities;
import io.kvbench.runner.app.terminal.ProgressLine;
import io.kvbench.runner.app.terminal.Terminal;
import io.kvbench.runner.process.LogTail;
import io.kvbench.runner.suite.SuiteListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The progress output of a suite: a line for each completed run, and for the current run a line
 * that is overwritten on a terminal, and periodic lines elsewhere.
 */
final class SuiteProgress implements SuiteListener {
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Terminal terminal;
  private final ProgressLine line;
  private final int all;
  private final boolean interactive;
  private long nextNanos = EVERY_NANOS;

  /** Creates a display for a suite with so many runs. */
  SuiteProgress(Terminal terminal, int all) {
    this.terminal = terminal;
    line = new ProgressLine(terminal);
    this.all = all;
    interactive = terminal.isInteractive();
  }

  @Override
  public void stage(String what) {
    if (interactive) {
      overwrite(what + " ...");
    }
  }

  @Override
  public void note(String note) {
    line.println("note: " + note);
  }

  @Override
  public void running(int number, String title, long nanos, Path log, OptionalLong leftNanos) {
    if (!interactive && nanos < nextNanos) {
      return;
    }
    String text =
        "%d/%d  %s  %s%s  %s"
            .formatted(
                number,
                all,
                title,
                Quantities.elapsed(nanos),
                left(leftNanos),
                LogTail.lastLine(log).map(PlainText::of).orElse(""));
    if (interactive) {
      overwrite(text);
    } else {
      nextNanos = nanos + EVERY_NANOS;
      line.println(text);
    }
  }

  @Override
  public void ended(int number, String title, SuiteDocument.Cell cell, OptionalLong leftNanos) {
    nextNanos = EVERY_NANOS;
    List<String> parts = new ArrayList<>(List.of(number + "/" + all, title));
    cell.outcome().ifPresent(outcome -> parts.addAll(figures(outcome)));
    if (cell.status() != Status.DONE) {
      parts.add(
          cell.status().toString().toUpperCase(Locale.ROOT)
              + cell.reason().map(why -> ": " + PlainText.of(why)).orElse(""));
    }
    line.println(String.join("  ", parts) + left(leftNanos));
  }

  private List<String> figures(CellOutcome outcome) {
    List<String> figures = new ArrayList<>();
    figures.add(text(outcome, Metric.THROUGHPUT));
    figures.add("p99 " + text(outcome, Metric.P99));
    if (outcome.errorCount() > 0) {
      figures.add(Quantities.count(outcome.errorCount(), "error"));
    }
    figures.add(outcome.verdict());
    return figures;
  }

  private String text(CellOutcome outcome, Metric figure) {
    String text = CellText.plain(CellFigures.cell(figure, outcome));
    return terminal.isUnicode() ? text : text.replace("\u00b5", "u").replace(CellText.ABSENT, "-");
  }

  private static String left(OptionalLong nanos) {
    return nanos.isPresent() && nanos.getAsLong() > 0
        ? "  " + Quantities.elapsed(nanos.getAsLong()) + " left"
        : "";
  }

  void finished() {
    line.finished();
  }

  private void overwrite(String text) {
    line.overwrite(text, terminal.width());
  }
}
