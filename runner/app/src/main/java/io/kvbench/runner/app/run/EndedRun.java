package io.kvbench.runner.app.run;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.reports.content.RunContent;
import io.kvbench.reports.html.HtmlDocument;
import io.kvbench.reports.spikes.Spikes;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.runner.app.terminal.Terminal;
import io.kvbench.runner.run.SmallHeap;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of a run that has just ended, read once for the terminal and the page, when one of
 * them needs it. Everything measured is in files already: a problem is reported with the page and
 * changes nothing else. For one thread.
 */
public final class EndedRun {
  private static final Logger LOG = LoggerFactory.getLogger(EndedRun.class);

  private final Path directory;
  private final Set<String> problems = new LinkedHashSet<>();
  private Optional<StoredRun> run = Optional.empty();
  private boolean isRead;

  public EndedRun(Path directory) {
    this.directory = directory;
  }

  /** Returns the spikes for the terminal; empty where they are unknown. */
  public Optional<Spikes> spikes() {
    return attempt(() -> read().flatMap(Spikes::of));
  }

  /** Writes the page. */
  public void writePage(Terminal terminal, FilePermissions permissions) {
    attempt(() -> read().flatMap(each -> write(each, permissions, problems::add)));
    problems.forEach(
        problem ->
            terminal.err().println("kvbench: report.html is missing: " + PlainText.of(problem)));
  }

  /**
   * Writes the page of a run that was read with {@link IntervalTrack#READING}.
   *
   * @param problems takes a sentence for everything that is wrong with its directory
   * @return where the page is; empty if anything was wrong
   */
  public static Optional<Path> write(
      StoredRun run, FilePermissions permissions, Consumer<String> problems) {
    try {
      String page = HtmlDocument.of(RunContent.of(run));
      return Optional.of(ResultDirectory.writeReport(run.directory(), page, permissions));
    } catch (ResultFormatException | ResultDirectoryException e) {
      problems.accept(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private Optional<StoredRun> read() {
    if (!isRead) {
      isRead = true;
      run = StoredRun.read(directory, problems::add, IntervalTrack.READING);
    }
    return run;
  }

  private <T> Optional<T> attempt(Supplier<Optional<T>> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      LOG.error("{}", directory, e);
      problems.add("internal error: " + e);
    } catch (OutOfMemoryError e) {
      LOG.error("{}", directory, e);
      problems.add(
          SmallHeap.sentence() + ", and then write the report: kvbench report --html " + directory);
    }
    return Optional.empty();
  }
}
