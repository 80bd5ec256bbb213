package io.kvbench.runner.app.experiments;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.search.Bounds;
import io.kvbench.reports.run.ProbesSheet;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.FindResult;
import io.kvbench.runner.app.terminal.Progress;
import io.kvbench.runner.run.ForwardingListener;
import io.kvbench.runner.run.RunListener;
import io.kvbench.runner.run.find.FindListener;
import io.kvbench.runner.run.find.Load;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The progress output of a search: a line before and after each probe; also keeps {@code find.json}
 * up to date. For the thread of the run.
 */
final class FindProgress implements ForwardingListener, FindListener {
  private final Progress progress;
  private final FilePermissions permissions;
  private Optional<Path> directory = Optional.empty();
  private Optional<String> unwritten = Optional.empty();

  FindProgress(Progress progress, FilePermissions permissions) {
    this.progress = progress;
    this.permissions = permissions;
  }

  @Override
  public RunListener listener() {
    return progress;
  }

  @Override
  public void directoryCreated(Path created) {
    directory = Optional.of(created);
    progress.directoryCreated(created);
  }

  @Override
  public void probing(int number, Load load, Bounds estimate, Duration left) {
    progress.stage(
        "probe %d: %s; %s; at most %s left"
            .formatted(number, words(load), words(estimate), Quantities.elapsed(left.toNanos())));
  }

  private static String words(Load load) {
    String clients = Quantities.count(load.clients(), "client");
    return load.perSecond().isPresent()
        ? Quantities.rate(load.perSecond().getAsDouble()) + "/s"
        : "closed loop, " + clients;
  }

  private static String words(Bounds estimate) {
    if (estimate.equals(Bounds.UNKNOWN)) {
      return "nothing known yet";
    }
    return "between " + words(estimate.low()) + " and " + words(estimate.high());
  }

  private static String words(OptionalDouble end) {
    return end.isPresent() ? Quantities.rate(end.getAsDouble()) : "?";
  }

  @Override
  public void probed(FindResult.Probe probe, FindResult soFar) {
    String p99 =
        probe.p99Micros().isPresent()
            ? ", p99 " + Quantities.micros(probe.p99Micros().getAsLong())
            : "";
    progress.line(
        "probe %d: %s, %s/s achieved%s%s"
            .formatted(
                probe.number(),
                ProbesSheet.outcome(probe),
                Quantities.rate(probe.achievedPerSecond()),
                p99,
                probe.reason().map(reason -> " (" + reason + ")").orElse("")));
    write(soFar);
  }

  /** Writes {@code find.json}; what goes wrong is kept for the end. */
  void write(FindResult found) {
    try {
      if (directory.isPresent()) {
        ResultDirectory.writeFind(directory.get(), found, permissions);
        unwritten = Optional.empty();
      }
    } catch (ResultDirectoryException e) {
      unwritten = Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Returns why {@code find.json} is not up to date, if it is not. */
  Optional<String> unwritten() {
    return unwritten;
  }
}
