package io.kvbench.runner.app;

import io.kvbench.reports.spikes.Spikes;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.StoredRun;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The spikes of a run for its report in the terminal. Whatever goes wrong with its files, the rest
 * of the report is shown; the page for a browser, which needs the same files, tells what it was.
 */
final class RunSpikes {
  private static final Logger LOG = LoggerFactory.getLogger(RunSpikes.class);

  private RunSpikes() {}

  /** Returns the spikes of a run that has just ended; empty where they cannot be told. */
  static Optional<Spikes> of(Path directory) {
    try {
      return StoredRun.read(directory, problem -> LOG.debug("spikes: {}", problem))
          .flatMap(RunSpikes::of);
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.error("spikes", e);
      return Optional.empty();
    }
  }

  /** Returns the spikes of a run; empty where they cannot be told. */
  static Optional<Spikes> of(StoredRun run) {
    try {
      return Spikes.of(run);
    } catch (ResultFormatException e) {
      LOG.debug("spikes", e);
      return Optional.empty();
    }
  }
}
