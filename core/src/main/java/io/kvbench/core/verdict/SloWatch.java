package io.kvbench.core.verdict;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Optional;

/**
 * Watches the user's own thresholds while a run goes on, second by second, and says when one is
 * broken beyond doubt ({@code slo.abort=true}). For one thread.
 */
public final class SloWatch {
  private final List<SloDoubt> doubts;
  private final long graceNanos;
  private long runNanos;

  private SloWatch(List<SloDoubt> doubts, long graceNanos) {
    this.doubts = doubts;
    this.graceNanos = graceNanos;
  }

  /**
   * Returns what watches the thresholds of a run; empty unless that was asked for.
   *
   * @param settings with thresholds that {@link Slos#check} found nothing wrong with
   */
  public static Optional<SloWatch> of(Settings settings) {
    if (!settings.find(VerdictSettings.SLO_ABORT).orElse(false)) {
      return Optional.empty();
    }
    List<SloDoubt> doubts =
        settings.find(VerdictSettings.SLO).orElse(List.of()).stream()
            .map(SloParser::parse)
            .filter(slo -> slo.scope() == FaultScope.ALL)
            .flatMap(slo -> SloDoubt.of(slo).stream())
            .toList();
    return Optional.of(new SloWatch(doubts, settings.get(VerdictSettings.SLO_GRACE).toNanos()));
  }

  /**
   * Takes the next interval of the phases that thresholds are about.
   *
   * @return a threshold that is broken beyond doubt, as the user gave it; empty within the grace
   *     period
   */
  public Optional<String> add(Interval interval) {
    boolean grace = runNanos < graceNanos;
    runNanos += interval.wallNanos();
    for (SloDoubt doubt : doubts) {
      if (doubt.isBroken(interval, grace)) {
        return Optional.of(doubt.text());
      }
    }
    return Optional.empty();
  }
}
