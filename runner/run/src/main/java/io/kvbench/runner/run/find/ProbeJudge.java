package io.kvbench.runner.run.find;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.FindResult.Outcome;
import io.kvbench.results.format.FindResult.Probe;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.SloResult;
import io.kvbench.results.format.Verdict.Reason;
import io.kvbench.results.verdict.ProbeChecks;
import io.kvbench.results.verdict.Slos;
import io.kvbench.results.verdict.VerdictSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A judge of probes: of whether the thresholds hold, and whether the client is the limit. */
final class ProbeJudge {
  private final Settings settings;
  private final double achieved;

  ProbeJudge(Settings settings) {
    this.settings = settings;
    achieved = settings.get(FindSettings.ACHIEVED);
  }

  /** Returns what a probe with a rate has to keep. */
  List<String> thresholds() {
    List<String> all = new ArrayList<>();
    all.add(String.format(Locale.ROOT, "achieved>=%s%% of the offered rate", percent(achieved)));
    all.addAll(settings.find(VerdictSettings.SLO).orElse(List.of("errors<1")));
    return all;
  }

  private static String percent(double share) {
    double percent = Math.round(share * 1e4) / 1e2;
    return percent == Math.rint(percent) ? String.valueOf((long) percent) : String.valueOf(percent);
  }

  /**
   * Judges a probe.
   *
   * @param whole as it is in the result, with the state of the client
   */
  Probe judge(int number, Load load, ProbeWindow part, PhaseResult whole) {
    PhaseResult judged = part.of(whole);
    if (load.perSecond().isEmpty()) {
      return probe(number, load, part, judged, Outcome.MEASURED, Optional.empty());
    }
    List<String> failed = failures(load.perSecond().getAsDouble(), part, judged);
    if (failed.isEmpty()) {
      return probe(number, load, part, judged, Outcome.PASSED, Optional.empty());
    }
    List<Reason> limits =
        ProbeChecks.clientLimits(whole, part.grewInTheStore(load.clients()), settings);
    Outcome outcome = limits.isEmpty() ? Outcome.FAILED : Outcome.CLIENT_LIMITED;
    limits.forEach(limit -> failed.add("client: " + limit.observed()));
    return probe(number, load, part, judged, outcome, Optional.of(String.join("; ", failed)));
  }

  private List<String> failures(double rate, ProbeWindow part, PhaseResult judged) {
    List<String> failed = new ArrayList<>();
    double offered = part.offeredPerSecond();
    double whole = offered == 0 ? 0 : part.achievedPerSecond() / offered;
    double share = whole * answered(judged);
    if (share < achieved) {
      failed.add(
          String.format(
              Locale.ROOT,
              "achieved %.1f %% of the offered rate%s",
              Math.floor(share * 1e3) / 10,
              share < whole ? " without errors" : ""));
    }
    Optional<List<SloResult>> slos = Slos.judge(settings, List.of(judged));
    if (slos.isEmpty() && judged.errorCount() > 0) {
      failed.add(
          String.format(
              Locale.ROOT,
              "%,d error%s at %,.0f/s",
              judged.errorCount(),
              judged.errorCount() == 1 ? "" : "s",
              rate));
    }
    slos.stream()
        .flatMap(List::stream)
        .filter(slo -> !slo.met())
        .forEach(slo -> failed.add(slo.observed()));
    return failed;
  }

  /**
   * Returns the share of operations that count as achieved: those without errors, unless thresholds
   * say how many there may be. A store that refuses quickly what it cannot do keeps those of times.
   */
  private double answered(PhaseResult judged) {
    return Slos.limitErrors(settings)
        ? 1
        : 1 - (double) judged.errorCount() / Math.max(1, judged.operationCount());
  }

  private static Probe probe(
      int number,
      Load load,
      ProbeWindow part,
      PhaseResult judged,
      Outcome outcome,
      Optional<String> reason) {
    TimeHistogram response = judged.response();
    return new Probe(
        number,
        judged.span().startedAt(),
        load.clients(),
        load.perSecond().isPresent()
            ? OptionalDouble.of(load.perSecond().getAsDouble())
            : OptionalDouble.empty(),
        part.achievedPerSecond(),
        judged.operationCount(),
        judged.errorCount(),
        micros(response, Percentile.P50),
        micros(response, Percentile.P99),
        micros(response, Percentile.P999),
        outcome,
        reason);
  }

  private static OptionalLong micros(TimeHistogram times, Percentile percentile) {
    return percentile.isKnown(times.count())
        ? OptionalLong.of(Math.round(percentile.nanos(times) / 1e3))
        : OptionalLong.empty();
  }
}
