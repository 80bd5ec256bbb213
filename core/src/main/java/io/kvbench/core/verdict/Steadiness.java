package io.kvbench.core.verdict;

import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.setting.Settings;
import java.util.List;

/**
 * Whether a phase ran at one rate: no warm-up inside it, no drift, and not two rates of which the
 * average is neither. Everything is judged by medians, so single slow seconds do not count.
 */
final class Steadiness {
  /** With fewer seconds thirds have no median worth the name. */
  static final int FEWEST = 9;

  /** With fewer seconds ordinary noise looks like two rates now and then. */
  static final int FEWEST_FOR_MODES = 20;

  /** Leading seconds that are slow by less than this are no warm-up. */
  private static final double SLOW = 0.1;

  /** How many standard errors of a difference of medians are noise. */
  private static final double ERRORS = 4;

  private final PhaseResult phase;
  private final Rates rates;
  private final Settings limits;
  private final Findings findings;

  Steadiness(PhaseResult phase, List<Double> okPerSecond, Settings limits, Findings findings) {
    this.phase = phase;
    this.rates = Rates.of(okPerSecond);
    this.limits = limits;
    this.findings = findings;
  }

  void check() {
    if (rates.count() < FEWEST) {
      return;
    }
    Rates settled = rates.from(rates.count() / 3);
    if (settled.median() <= 0) {
      return;
    }
    int cold = cold(settled.median());
    warmUp(cold, settled.median());
    Rates warm = rates.from(cold);
    if (warm.count() >= FEWEST && !drift(warm)) {
      modes(warm);
    }
  }

  /** Returns how many seconds at the beginning are slower than noise explains. */
  private int cold(double usual) {
    double slow = usual - Math.max(SLOW * usual, 3 * rates.noise());
    int cold = 0;
    while (cold < rates.count() / 3 && rates.at(cold) < slow) {
      cold++;
    }
    return cold;
  }

  private void warmUp(int cold, double usual) {
    double lost = 0;
    for (int second = 0; second < cold; second++) {
      lost += usual - rates.at(second);
    }
    double share = lost / (usual * rates.count());
    double most = limits.get(VerdictSettings.WARM_UP);
    if (share > most) {
      findings.suspect(
          phase,
          "warm-up",
          "the first %s ran at %s of the later rate, which lowers the throughput by %s"
              .formatted(
                  cold == 1 ? "second" : cold + " seconds",
                  Figures.share(rates.to(cold).mean() / usual),
                  Figures.share(share)),
          Limit.atMost(most, VerdictSettings.WARM_UP));
    }
  }

  private boolean drift(Rates warm) {
    int third = warm.count() / 3;
    double first = warm.to(third).median();
    double last = warm.from(warm.count() - third).median();
    double drift = (last - first) / warm.median();
    double noise = ERRORS * warm.noise() * Math.sqrt(Math.PI / third) / warm.median();
    double most = limits.get(VerdictSettings.DRIFT);
    boolean drifts = Math.abs(drift) > Math.max(most, noise);
    if (drifts) {
      findings.suspect(
          phase,
          "drift",
          "%s ops/s in the first third, %s in the last, %s %s"
              .formatted(
                  Figures.number(first),
                  Figures.number(last),
                  Figures.share(Math.abs(drift)),
                  drift > 0 ? "more" : "less"),
          Limit.atMost(most, VerdictSettings.DRIFT));
    }
    return drifts;
  }

  private void modes(Rates warm) {
    double most = limits.get(VerdictSettings.MODES);
    if (warm.count() >= FEWEST_FOR_MODES) {
      warm.modes()
          .filter(modes -> modes.high() - modes.low() > most * warm.median())
          .ifPresent(
              modes ->
                  findings.suspect(
                      phase,
                      "two rates",
                      ("%s of the seconds at about %s ops/s, %s at about %s, few in between: the"
                              + " mean represents neither")
                          .formatted(
                              Figures.share(modes.lowShare()),
                              Figures.number(modes.low()),
                              Figures.share(modes.highShare()),
                              Figures.number(modes.high())),
                      Limit.atMost(most, VerdictSettings.MODES)));
    }
  }
}
