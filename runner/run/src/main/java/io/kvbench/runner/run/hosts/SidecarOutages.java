package io.kvbench.runner.run.hosts;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The outages of a sidecar, with their times and lengths. For several threads. */
final class SidecarOutages {
  private int times;
  private Duration lost = Duration.ZERO;
  private @Nullable Instant first;
  private @Nullable Instant since;
  private String why = "";

  synchronized void lost(Instant now, String reason) {
    if (first == null) {
      first = now;
      why = reason;
    }
    times++;
    since = now;
  }

  synchronized void found(Instant now) {
    if (since != null) {
      lost = lost.plus(Duration.between(since, now));
    }
    since = null;
  }

  synchronized boolean isLost() {
    return since != null;
  }

  /** Returns a sentence from its verb on; empty where nothing was lost. */
  synchronized Optional<String> told() {
    if (first == null) {
      return Optional.empty();
    }
    String when = first.truncatedTo(ChronoUnit.SECONDS) + " (" + why + ")";
    String begin =
        times == 1 ? "was lost at " + when : "was lost " + times + " times, first at " + when;
    String end =
        since == null
            ? " for %.1f s; samples of that time are missing.".formatted(lost.toMillis() / 1e3)
            : " and did not come back; samples are missing from "
                + since.truncatedTo(ChronoUnit.SECONDS)
                + " on.";
    return Optional.of(begin + end);
  }
}
