package io.kvbench.core.verdict;

import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;

/**
 * Every limit of the verdict, what the verdict does to the exit code, and the user's own
 * thresholds. The guide, {@code docs/guide/verdict.md}, has the reason for each default.
 */
public final class VerdictSettings {
  public static final Setting<Double> ERRORS =
      Setting.share("verdict.errors", "INVALID if a larger share of the operations failed.")
          .withDefault("1%");

  public static final Setting<Double> SOME_ERRORS =
      Setting.share("verdict.errors.some", "SUSPECT if a larger share of the operations failed.")
          .withDefault("0%");

  public static final Setting<Double> OUTCOMES =
      Setting.share(
              "verdict.outcomes",
              "SUSPECT if a larger share of the inserts met a record that was there.")
          .withDefault("0%");

  public static final Setting<Double> CONFLICTS =
      Setting.share(
              "verdict.conflicts",
              "SUSPECT if a larger share of the compare-and-sets, transactions or watches met a record that"
                  + " had changed.")
          .withDefault("50%");

  public static final Setting<Long> OVER_RANGE =
      Setting.number(
              "verdict.overrange",
              0,
              Long.MAX_VALUE,
              "SUSPECT if more times were longer than a histogram reaches, which is an hour.")
          .withDefault("0");

  public static final Setting<Double> OK_TIME =
      Setting.share(
              "verdict.oktime",
              "SUSPECT if a smaller share of the clients' busy time is in operations answered OK.")
          .withDefault("95%");

  public static final Setting<Double> CONCURRENCY =
      Setting.share(
              "verdict.concurrency",
              "SUSPECT if in a closed loop a smaller share of the clients had an operation under way on average.")
          .withDefault("90%");

  public static final Setting<Double> ACHIEVED =
      Setting.share(
              "verdict.achieved", "INVALID if a smaller share of the offered rate was achieved.")
          .withDefault("98%");

  public static final Setting<Duration> LAG_P99 =
      Setting.duration(
              "verdict.lag.p99", "SUSPECT if one request in a hundred was sent later than this.")
          .withDefault("10ms");

  public static final Setting<Double> CPU =
      Setting.share(
              "verdict.cpu",
              "SUSPECT if kvbench used a larger share of the processors that it may use.")
          .withDefault("90%");

  public static final Setting<Double> STEAL =
      Setting.share(
              "verdict.steal",
              "SUSPECT if the hypervisor gave a larger share of the host's processor time to others.")
          .withDefault("2%");

  public static final Setting<Double> GC_SHARE =
      Setting.share(
              "verdict.gc.share",
              "SUSPECT if garbage collection stopped the clients for a larger share of the time.")
          .withDefault("2%");

  public static final Setting<Duration> GC_LONGEST =
      Setting.duration(
              "verdict.gc.longest",
              "SUSPECT if a garbage collection stopped the clients for longer, unless verdict.noise allows it.")
          .withDefault("50ms");

  public static final Setting<Duration> HICCUP_P99 =
      Setting.duration(
              "verdict.hiccup.p99",
              "SUSPECT if a sleeping thread woke up later one time in a hundred, unless verdict.noise allows it.")
          .withDefault("10ms");

  public static final Setting<Duration> HICCUP_LONGEST =
      Setting.duration(
              "verdict.hiccup.longest",
              "SUSPECT if a sleeping thread ever woke up later, unless verdict.noise allows it.")
          .withDefault("500ms");

  public static final Setting<Duration> CLOCK_STEP =
      Setting.duration(
              "verdict.clockstep", "SUSPECT if the wall clock was set by more while a phase ran.")
          .withDefault("100ms");

  public static final Setting<Double> PINNED_SHARE =
      Setting.share(
              "verdict.pinned.share",
              "SUSPECT if waiting virtual threads held their carriers for a larger share of the carriers' time.")
          .withDefault("1%");

  public static final Setting<Duration> PINNED_LONGEST =
      Setting.duration(
              "verdict.pinned.longest",
              "SUSPECT if a waiting virtual thread held its carrier for longer, unless verdict.noise allows it.")
          .withDefault("50ms");

  public static final Setting<Double> NOISE =
      Setting.share(
              "verdict.noise",
              "Pauses, hiccups and pinned threads may last this share of the least p99 service time, if that is more"
                  + " than their own limits.")
          .withDefault("50%");

  public static final Setting<Long> RECORDS_APART =
      Setting.number(
              "verdict.recordsapart",
              0,
              Long.MAX_VALUE,
              "SUSPECT if after the run the number of records in two servers differs by more.")
          .withDefault("0");

  public static final Setting<Long> ELECTIONS =
      Setting.number(
              "verdict.elections",
              0,
              Long.MAX_VALUE,
              "SUSPECT if the servers elected another leader more often during the run.")
          .withDefault("0");

  public static final Setting<ExitOn> EXIT_ON =
      Setting.choice("exit.on", ExitOn.class, "Which verdicts, at the least, make the exit code 1.")
          .withDefault("invalid");

  public static final Setting<List<String>> SLO =
      Setting.list(
          "slo",
          "Thresholds of yours, separated by commas, such as INSERT.response.p99<20ms or errors<0.1%; if one is broken"
              + " the exit code is 1.");

  private VerdictSettings() {}

  /** Returns all of them, in the order in which they are shown. */
  public static List<Setting<?>> all() {
    return List.of(
        SLO,
        EXIT_ON,
        ERRORS,
        SOME_ERRORS,
        OUTCOMES,
        CONFLICTS,
        OVER_RANGE,
        OK_TIME,
        CONCURRENCY,
        ACHIEVED,
        LAG_P99,
        CPU,
        STEAL,
        GC_SHARE,
        GC_LONGEST,
        HICCUP_P99,
        HICCUP_LONGEST,
        CLOCK_STEP,
        PINNED_SHARE,
        PINNED_LONGEST,
        NOISE,
        RECORDS_APART,
        ELECTIONS);
  }
}
