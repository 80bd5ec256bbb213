package io.kvbench.runner.app.servers;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.KeySpace;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.figure.Quantities;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Progress;
import io.kvbench.runner.app.terminal.Terminal;
import java.util.concurrent.TimeUnit;

/** A deletion of all keys of a key space, with progress output where it takes long. */
final class KeySpaceDeletion {
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final NanoClock clock = NanoClock.system();
  private final Terminal terminal;
  private final Progress progress;
  private long removed;

  KeySpaceDeletion(Terminal terminal, Settings settings) {
    this.terminal = terminal;
    this.progress =
        new Progress(
            terminal,
            terminal.isInteractive(),
            settings.get(RunSettings.STATUS_INTERVAL),
            settings.get(RunSettings.RESULTS_PERMISSIONS));
  }

  /**
   * Removes the keys, and checks that none are left.
   *
   * @param keys how many there are
   * @return the exit code
   */
  int of(KeySpace space, long keys) throws BindingException, InterruptedException {
    long started = clock.nanos();
    try {
      for (long some = space.removeSome(); some > 0; some = space.removeSome()) {
        removed += some;
        long elapsed = clock.nanos() - started;
        if (elapsed > QUIET_NANOS) {
          progress.waiting("removing keys", removed, Math.max(keys, removed), elapsed);
        }
      }
    } finally {
      progress.finished();
    }
    long left = space.count();
    terminal
        .out()
        .println(
            "Removed  %s in %s"
                .formatted(
                    Quantities.count(removed, "key"), Quantities.elapsed(clock.nanos() - started)));
    return left == 0
        ? ExitCode.FINE
        : terminal.fail(
            Quantities.count(left, "key")
                + " were written meanwhile and are left; stop the other clients and try again.",
            ExitCode.ENVIRONMENT);
  }

  /** Returns a sentence on what has been removed; empty if nothing was to be yet. */
  String sofar() {
    return removed == 0
        ? " Nothing was removed."
        : " " + Quantities.count(removed, "key") + " had been removed before.";
  }
}
