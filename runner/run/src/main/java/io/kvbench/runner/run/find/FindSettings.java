package io.kvbench.runner.run.find;

import io.kvbench.core.plan.ArrivalShape;
import io.kvbench.core.plan.MixSettings;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.verdict.VerdictSettings;
import java.time.Duration;
import java.util.List;

/** The settings of {@code kvbench find}. */
public final class FindSettings {
  /** The quantity that a search varies. */
  public enum SearchVariable {
    RATE,
    CURVE,
    CLIENTS
  }

  public static final Setting<SearchVariable> WHAT =
      Setting.choice(
              "find.what",
              SearchVariable.class,
              "kvbench find: rate (the highest under slo=...), curve (offered against achieved rate"
                  + " and percentiles) or clients (the lowest number that saturates).")
          .withDefault("rate");

  public static final Setting<Duration> DURATION =
      Setting.seconds(
              "find.duration",
              86_400,
              "kvbench find: time of each probe that is judged, in whole seconds.")
          .withDefault("10s");

  public static final Setting<Duration> SETTLE =
      Setting.seconds(
              "find.settle",
              86_400,
              "kvbench find: time at the start of each probe that is not judged, in whole seconds.")
          .withDefault("2s");

  public static final Setting<Double> PRECISION =
      Setting.share(
              "find.precision",
              "kvbench find: max width of the reported interval, as a share of its lower end; 0.1% or"
                  + " more.")
          .withDefault("5%");

  public static final Setting<Double> CONFIDENCE =
      Setting.share(
              "find.confidence",
              "kvbench find: probability that the reported interval holds the highest rate.")
          .withDefault("95%");

  public static final Setting<Double> FROM =
      Setting.decimal(
          "find.from",
          0.1,
          1e9,
          "kvbench find: rate of the first probe; if unset, three quarters of what a short"
              + " closed loop achieves.");

  public static final Setting<Duration> MAX_TIME =
      Setting.duration(
              "find.max.time",
              "kvbench find: time after which no further probe begins; the interval is then wider.")
          .withDefault("30m");

  public static final Setting<Double> ACHIEVED =
      Setting.share(
              "find.achieved",
              "kvbench find: min share of the offered rate that a probe has to achieve.")
          .withDefault("99%");

  public static final Setting<Integer> POINTS =
      Setting.integer(
              "find.points",
              2,
              1_000,
              "kvbench find --curve: number of rates, evenly spaced up to 1.2 times what a short"
                  + " closed loop achieves.")
          .withDefault("12");

  public static final Setting<Double> WITHIN =
      Setting.share(
              "find.within",
              "find.what=clients: how much less than the best throughput still saturates.")
          .withDefault("5%");

  public static final Setting<Integer> REPEATS =
      Setting.integer(
              "find.repeats",
              1,
              100,
              "find.what=clients: probes of each number; their median counts.")
          .withDefault("3");

  /** With a finer precision, a search would have to distinguish millions of rates. */
  private static final double LEAST = 0.001;

  private FindSettings() {}

  /** Returns all of them, in the order in which they are shown. */
  public static List<Setting<?>> all() {
    return Setting.affecting(
        Affects.LOAD,
        List.of(
            WHAT,
            DURATION,
            SETTLE,
            PRECISION,
            CONFIDENCE,
            FROM,
            MAX_TIME,
            ACHIEVED,
            POINTS,
            WITHIN,
            REPEATS));
  }

  /** Finds what a search cannot do. */
  public static void check(Settings settings, Problems problems) {
    wholeSeconds(settings, DURATION, 1, problems);
    wholeSeconds(settings, SETTLE, 0, problems);
    inside(settings, PRECISION, problems);
    inside(settings, CONFIDENCE, problems);
    inside(settings, WITHIN, problems);
    if (settings.get(WHAT) == SearchVariable.CLIENTS) {
      refuse(
          settings,
          VerdictSettings.SLO,
          "a search for clients looks at throughput only; omit it",
          problems);
    }
    refuse(settings, RunSettings.CLIENT_STEPS, "use find.what=clients instead", problems);
    refuse(settings, RunSettings.INITIAL_CLIENTS, "all clients of a probe send: omit it", problems);
    refuse(
        settings,
        RunSettings.MAX_CLIENTS,
        "the number of clients of a probe is fixed: set clients",
        problems);
    MixSettings.names(settings).stream()
        .findFirst()
        .ifPresent(
            mix ->
                problems.add(
                    "mix." + mix,
                    "a probe has one rate and one mix: omit mix.NAME.* in a search."));
    ArrivalShape shape = RunSettings.shape(settings);
    if (!shape.isSteady()) {
      refuse(settings, RunSettings.ARRIVALS, "a probe has one rate: omit it", problems);
    }
    if (!settings.find(RunSettings.DO_TRANSACTIONS).orElse(true)) {
      refuse(settings, RunSettings.DO_TRANSACTIONS, "the load phase alone has no probes", problems);
    }
  }

  private static void wholeSeconds(
      Settings settings, Setting<Duration> setting, long least, Problems problems) {
    Duration time = settings.get(setting);
    if (time.toNanosPart() != 0 || time.toSeconds() < least) {
      problems.add(
          settings.whereIs(setting),
          setting.name()
              + " must be a whole number of seconds, at least %s: probes are measured second by second."
                  .formatted(least));
    }
  }

  private static void inside(Settings settings, Setting<Double> setting, Problems problems) {
    double share = settings.get(setting);
    if (share < LEAST || share >= 1) {
      problems.add(
          settings.whereIs(setting), setting.name() + " must be at least 0.1 % and below 100 %.");
    }
  }

  private static void refuse(
      Settings settings, Setting<?> setting, String remedy, Problems problems) {
    if (settings.isGiven(setting)) {
      problems.add(
          settings.whereIs(setting),
          setting.name() + " does not apply to kvbench find: " + remedy + ".");
    }
  }
}
