package io.kvbench.results.verdict;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.statistics.Modes;
import java.util.List;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The check of a phase second by second: no warm-up inside it, no drift, and not two modes of which
 * the average is neither. In a closed loop seconds are judged by their rates, in an open loop,
 * whose rate is planned, by the median response time of each type of operation. Everything is
 * judged by medians over seconds, so single slow seconds do not count.
 */
final class Steadiness {
  /** With fewer seconds thirds have no median worth the name. */
  static final int FEWEST = 9;

  /** With fewer seconds ordinary noise looks like two rates now and then. */
  static final int FEWEST_FOR_MODES = 20;

  /** Leading seconds that are slow by less than this are no warm-up. */
  private static final double SLOW = 0.1;

  /** The number of standard errors of a difference of medians that count as noise. */
  private static final double ERRORS = 4;

  private final PhaseResult phase;
  private final SecondRates rates;
  private final Figure figure;
  private final Settings limits;
  private final Findings findings;

  private Steadiness(
      PhaseResult phase, List<Double> values, Figure figure, Settings limits, Findings findings) {
    this.phase = phase;
    this.rates = SecondRates.of(values);
    this.figure = figure;
    this.limits = limits;
    this.findings = findings;
  }

  /** Checks a phase; each check that fails does so once, for the first of several types. */
  static void check(
      PhaseResult phase, Evidence.PhaseRates rates, Settings limits, Findings findings) {
    new Steadiness(phase, rates.okPerSecond(), Figure.rate(), limits, findings).check();
    for (var of : new TreeMap<>(rates.p50Nanos()).entrySet()) {
      Figure figure = Figure.response(of.getKey(), limits);
      if (new Steadiness(phase, of.getValue(), figure, limits, findings).check()) {
        return;
      }
    }
  }

  private boolean check() {
    if (rates.count() < FEWEST) {
      return false;
    }
    SecondRates settled = rates.from(rates.count() / 3);
    if (settled.median() <= 0) {
      return false;
    }
    int cold = cold(settled.median());
    boolean unsteady = warmUp(cold, settled.median());
    SecondRates warm = rates.from(cold);
    boolean changes = warm.count() >= FEWEST && (drift(warm) || modes(warm));
    return unsteady || changes;
  }

  /** Returns how many seconds at the beginning are slower than noise explains. */
  private int cold(double usual) {
    double least = Math.max(Math.max(SLOW * usual, figure.floor()), 3 * rates.noise());
    int cold = 0;
    while (cold < rates.count() / 3 && figure.slower(usual, rates.at(cold)) > least) {
      cold++;
    }
    return cold;
  }

  private boolean warmUp(int cold, double usual) {
    double lost = 0;
    for (int second = 0; second < cold; second++) {
      lost += figure.slower(usual, rates.at(second));
    }
    double share = lost / (usual * rates.count());
    double most = limits.get(figure.warmUp());
    if (share > most) {
      findings.suspect(
          phase,
          "warm-up",
          figure.warmUp(cold, rates.to(cold).mean(), usual, share),
          Limit.atMost(most, figure.warmUp()));
    }
    return share > most;
  }

  private boolean drift(SecondRates warm) {
    int third = warm.count() / 3;
    double first = warm.to(third).median();
    double last = warm.from(warm.count() - third).median();
    double drift = (last - first) / warm.median();
    double noise = ERRORS * warm.noise() * Math.sqrt(Math.PI / third) / warm.median();
    double most = limits.get(figure.drift());
    boolean drifts =
        Math.abs(drift) > Math.max(most, noise) && Math.abs(last - first) > figure.floor();
    if (drifts) {
      findings.suspect(
          phase,
          "drift",
          "%s in the first third, %s in the last, %s %s"
              .formatted(
                  figure.words(first),
                  figure.text.apply(last),
                  Quantities.preciseShare(Math.abs(drift)),
                  drift > 0 ? "more" : "less"),
          Limit.atMost(most, figure.drift()));
    }
    return drifts;
  }

  private boolean modes(SecondRates warm) {
    double most = limits.get(figure.modes());
    @Nullable Modes modes =
        warm.count() < FEWEST_FOR_MODES
            ? null
            : warm.modes()
                .filter(two -> two.high() - two.low() > most * warm.median())
                .filter(two -> two.high() - two.low() > figure.floor())
                .orElse(null);
    if (modes == null) {
      return false;
    }
    findings.suspect(
        phase, figure.modesCheck(), figure.modes(modes), Limit.atMost(most, figure.modes()));
    return true;
  }

  /**
   * A figure of each second, with its limits and its wording.
   *
   * @param floor the smallest change that matters
   * @param phrase the words around a value
   */
  private record Figure(
      boolean highIsSlow,
      double floor,
      Setting<Double> warmUp,
      Setting<Double> drift,
      Setting<Double> modes,
      String modesCheck,
      String phrase,
      DoubleFunction<String> text) {

    static Figure rate() {
      return new Figure(
          false,
          0,
          VerdictSettings.WARM_UP,
          VerdictSettings.DRIFT,
          VerdictSettings.MODES,
          "two rates",
          "%s ops/s",
          Quantities::precise);
    }

    static Figure response(OperationType type, Settings limits) {
      return new Figure(
          true,
          limits.get(VerdictSettings.FLOOR).toNanos(),
          VerdictSettings.RESPONSE_WARM_UP,
          VerdictSettings.RESPONSE_DRIFT,
          VerdictSettings.RESPONSE_MODES,
          "two response times",
          "a median " + type + " response time of %s",
          Quantities::preciseTime);
    }

    /** Returns by how much a second is slower than usual; negative where it is faster. */
    double slower(double usual, double value) {
      return highIsSlow ? value - usual : usual - value;
    }

    String words(double value) {
      return phrase.formatted(text.apply(value));
    }

    String warmUp(int cold, double then, double usual, double share) {
      String first = "the first " + (cold == 1 ? "second" : cold + " seconds");
      return highIsSlow
          ? "%s in %s and %s later, which raises the average over the phase by %s"
              .formatted(words(then), first, text.apply(usual), Quantities.preciseShare(share))
          : "%s ran at %s of the later rate, which lowers the throughput by %s"
              .formatted(
                  first, Quantities.preciseShare(then / usual), Quantities.preciseShare(share));
    }

    String modes(Modes two) {
      return highIsSlow
          ? "%s in %s of the seconds and of about %s in %s, few in between: the percentiles mix both"
              .formatted(
                  words(two.low()).replace(" of ", " of about "),
                  Quantities.preciseShare(two.lowShare()),
                  text.apply(two.high()),
                  Quantities.preciseShare(two.highShare()))
          : "%s of the seconds at about %s, %s at about %s, few in between: the mean represents neither"
              .formatted(
                  Quantities.preciseShare(two.lowShare()),
                  words(two.low()),
                  Quantities.preciseShare(two.highShare()),
                  text.apply(two.high()));
    }
  }
}
