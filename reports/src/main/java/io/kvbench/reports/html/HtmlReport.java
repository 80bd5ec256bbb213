package io.kvbench.reports.html;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.reports.html.Figures.Chart;
import io.kvbench.reports.run.LoadCurve;
import io.kvbench.reports.spikes.Spikes;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.PhaseResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The report of a run as one file for a browser: the verdict and the headline first, then what
 * happened over time, tables, and everything to repeat the run. It needs no network.
 */
public final class HtmlReport {
  private HtmlReport() {}

  /**
   * Returns the page of a run that was read with {@link IntervalTrack#READING}.
   *
   * @throws ResultFormatException if its files are damaged
   */
  public static String of(StoredRun run) throws ResultFormatException {
    Optional<FindResult> found = ResultDirectory.readFind(run.directory());
    Optional<Spikes> spikes = Spikes.of(run);
    Figures figures = RunFigures.of(run, spikes).with(loads(run, found));
    String title =
        PlainText.of(run.result().origin().workload() + " on " + run.result().system().name())
            + " – kvbench";
    return PageFrame.of(title, new RunPage(run, found, spikes, figures).markup(), figures);
  }

  /** Returns the charts over the load of a search, or of a run with steps of clients. */
  private static List<Chart> loads(StoredRun run, Optional<FindResult> found) {
    Optional<LoadCurve> curve =
        found.isPresent()
            ? found.flatMap(LoadCurve::of)
            : LoadCurve.ofSteps(PhaseResult.measured(run.result().phases()));
    return curve
        .map(each -> LoadCharts.of(each, Strokes.system(run.result().system().name())))
        .orElse(List.of());
  }

  /**
   * Writes {@code report.html} into the directory of such a run.
   *
   * @param permissions those of the file
   * @param problems takes a sentence for everything that is wrong with the directory
   * @return where the report is; empty if anything was wrong
   */
  public static Optional<Path> write(
      StoredRun run, FilePermissions permissions, Consumer<String> problems) {
    try {
      return Optional.of(ResultDirectory.writeReport(run.directory(), of(run), permissions));
    } catch (ResultFormatException | ResultDirectoryException e) {
      problems.accept(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }
}
