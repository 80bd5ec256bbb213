package io.kvbench.results.verdict;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Optional;

/**
 * A monitor of the user's own thresholds during a run, second by second, which reports a threshold
 * that is violated beyond doubt ({@code slo.abort=true}). For one thread.
 */
public final class SloWatch {
  private record Watched(MixSlo slo, SloDoubt doubt) {}

  private final List<Watched> all;
  private final long graceNanos;
  private long runNanos;

  private SloWatch(List<Watched> all, long graceNanos) {
    this.all = all;
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
    List<Watched> all =
        Slos.all(settings).stream()
            .filter(each -> each.slo().scope() == FaultScope.ALL)
            .flatMap(
                each -> SloDoubt.of(each.slo()).map(doubt -> new Watched(each, doubt)).stream())
            .toList();
    return Optional.of(new SloWatch(all, settings.get(VerdictSettings.SLO_GRACE).toNanos()));
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
    return broken("", interval, grace);
  }

  /**
   * Takes the next interval of one of several mixes.
   *
   * @param mix its name
   * @return a threshold of this mix, as above
   */
  public Optional<String> add(String mix, Interval interval) {
    return broken(mix, interval, interval.phaseNanos() < graceNanos);
  }

  private Optional<String> broken(String mix, Interval interval, boolean grace) {
    for (Watched each : all) {
      if (each.slo.mix().equals(mix) && each.doubt.isBroken(interval, grace)) {
        return Optional.of(each.slo.text());
      }
    }
    return Optional.empty();
  }
}
