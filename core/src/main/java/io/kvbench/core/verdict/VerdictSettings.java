package io.kvbench.core.verdict;

import io.kvbench.core.setting.Affects;
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
          .withDefault("1%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> SOME_ERRORS =
      Setting.share("verdict.errors.some", "SUSPECT if a larger share of the operations failed.")
          .withDefault("0%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> OUTCOMES =
      Setting.share(
              "verdict.outcomes",
              "SUSPECT if a larger share of the inserts met a record that was there.")
          .withDefault("0%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> NOT_FOUND =
      Setting.share(
              "verdict.notfound",
              "SUSPECT if a larger share of one type of operation met no record, beyond what"
                  + " deletes explain.")
          .withDefault("1%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> SHORT_SCANS =
      Setting.share(
              "verdict.shortscans",
              "SUSPECT if scans lacked a larger share of the records that they asked for, and more"
                  + " of them than the end of the key space explains.")
          .withDefault("1%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> CONFLICTS =
      Setting.share(
              "verdict.conflicts",
              "SUSPECT if a larger share of the compare-and-sets, transactions or watches met a"
                  + " record that had changed.")
          .withDefault("50%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Long> OVER_RANGE =
      Setting.number(
              "verdict.overrange",
              0,
              Long.MAX_VALUE,
              "SUSPECT if more times were longer than a histogram reaches, which is an hour.")
          .withDefault("0")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Duration> SHORTEST =
      Setting.duration("verdict.shortest", "SUSPECT if a phase was sending for less time.")
          .withDefault("10s")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Long> FEWEST =
      Setting.number(
              "verdict.operations",
              0,
              Long.MAX_VALUE,
              "SUSPECT if fewer operations of a phase completed.")
          .withDefault("1000")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> WARM_UP =
      Setting.share(
              "verdict.warmup",
              "SUSPECT if slow first seconds take a larger share off the throughput of a closed"
                  + " loop.")
          .withDefault("2%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> DRIFT =
      Setting.share(
              "verdict.drift",
              "SUSPECT if the rates of the first and the last third of a closed loop differ by a"
                  + " larger share.")
          .withDefault("10%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> MODES =
      Setting.share(
              "verdict.modes",
              "SUSPECT if a closed loop has two rates that differ by a larger share.")
          .withDefault("30%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Long> RECORDS_PER_CLIENT =
      Setting.number(
              "verdict.recordsperclient",
              0,
              Long.MAX_VALUE,
              "SUSPECT if a run has fewer records for each client.")
          .withDefault("10")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> WORKING_SET =
      Setting.share(
              "verdict.workingset",
              "Notes that a run reads records that take a smaller share of the servers' memory.")
          .withDefault("50%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> OK_TIME =
      Setting.share(
              "verdict.oktime",
              "SUSPECT if a smaller share of the clients' busy time is in operations answered OK.")
          .withDefault("95%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> CONCURRENCY =
      Setting.share(
              "verdict.concurrency",
              "SUSPECT if in a closed loop a smaller share of the clients had an operation under"
                  + " way on average.")
          .withDefault("90%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> IMBALANCE =
      Setting.share(
              "verdict.imbalance",
              "SUSPECT if a connection or a server had more than its even share of the requests, by"
                  + " a larger share of that.")
          .withDefault("50%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> ACHIEVED =
      Setting.share(
              "verdict.achieved", "INVALID if a smaller share of the offered rate was achieved.")
          .withDefault("98%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Duration> LAG_P99 =
      Setting.duration(
              "verdict.lag.p99", "SUSPECT if one request in a hundred was sent later than this.")
          .withDefault("10ms")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> CPU =
      Setting.share(
              "verdict.cpu",
              "SUSPECT if kvbench used a larger share of the processors that it may use.")
          .withDefault("90%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> STEAL =
      Setting.share(
              "verdict.steal",
              "SUSPECT if the hypervisor gave a larger share of the host's processor time to"
                  + " others.")
          .withDefault("2%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> BUSY_THREAD =
      Setting.share(
              "verdict.busythread",
              "SUSPECT if one thread of kvbench used a larger share of a processor.")
          .withDefault("85%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> RUN_DELAY =
      Setting.share(
              "verdict.rundelay",
              "SUSPECT if kvbench's runnable threads waited for a processor for a larger share of"
                  + " the lowest median service time, on average.")
          .withDefault("25%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> THROTTLED =
      Setting.share(
              "verdict.throttled",
              "SUSPECT if a CPU limit of kvbench's control group stopped it for a larger share of"
                  + " the time.")
          .withDefault("1%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> OTHER_LOAD =
      Setting.share(
              "verdict.otherload",
              "SUSPECT if programs other than kvbench and its servers used a larger share of this"
                  + " machine's processors.")
          .withDefault("10%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> GC_SHARE =
      Setting.share(
              "verdict.gc.share",
              "SUSPECT if GC pauses stopped the clients for a larger share of the time.")
          .withDefault("2%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Duration> GC_LONGEST =
      Setting.duration(
              "verdict.gc.longest",
              "SUSPECT if a GC pause stopped the clients for longer, unless verdict.noise"
                  + " allows it.")
          .withDefault("50ms")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Duration> HICCUP_P99 =
      Setting.duration(
              "verdict.hiccup.p99",
              "SUSPECT if the p99 scheduling delay (hiccup) was longer, unless"
                  + " verdict.noise allows it.")
          .withDefault("300us")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Duration> HICCUP_LONGEST =
      Setting.duration(
              "verdict.hiccup.longest",
              "SUSPECT if a scheduling delay (hiccup) was longer, unless verdict.noise allows it.")
          .withDefault("500ms")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Duration> CLOCK_STEP =
      Setting.duration(
              "verdict.clockstep", "SUSPECT if the wall clock was set by more while a phase ran.")
          .withDefault("100ms")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> PINNED_SHARE =
      Setting.share(
              "verdict.pinned.share",
              "SUSPECT if waiting virtual threads held their carriers for a larger share of the"
                  + " carriers' time.")
          .withDefault("1%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Duration> PINNED_LONGEST =
      Setting.duration(
              "verdict.pinned.longest",
              "SUSPECT if a waiting virtual thread held its carrier for longer, unless"
                  + " verdict.noise allows it.")
          .withDefault("50ms")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Double> NOISE =
      Setting.share(
              "verdict.noise",
              "Lag, pauses, hiccups and pinned threads may last this share of the times that they"
                  + " could have made.")
          .withDefault("50%")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Duration> FLOOR =
      Setting.duration(
              "verdict.floor",
              "Lag, pauses and pinned threads that last no longer are not compared with the times"
                  + " that they could have made.")
          .withDefault("300us")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Long> RECORDS_APART =
      Setting.number(
              "verdict.recordsapart",
              0,
              Long.MAX_VALUE,
              "SUSPECT if after the run the number of records in two servers differs by more.")
          .withDefault("0")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Long> ELECTIONS =
      Setting.number(
              "verdict.elections",
              0,
              Long.MAX_VALUE,
              "SUSPECT if the servers elected another leader more often during the run.")
          .withDefault("0")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Long> WRITES_PER_SYNC =
      Setting.number(
              "verdict.writespersync",
              1,
              Long.MAX_VALUE,
              "SUSPECT if a server applied more writes for each sync of its log to disk (fsync).")
          .withDefault("1000")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Duration> ROUND_TRIPS =
      Setting.duration(
              "verdict.roundtrips",
              "SUSPECT if the round-trip times to two servers differ by more before the run.")
          .withDefault("2ms")
          .affecting(Affects.PRESENTATION);

  public static final Setting<ExitOn> EXIT_ON =
      Setting.choice("exit.on", ExitOn.class, "Which verdicts, at the least, make the exit code 1.")
          .withDefault("invalid")
          .affecting(Affects.PRESENTATION);

  public static final Setting<List<String>> SLO =
      Setting.list(
              "slo",
              "Your own thresholds, separated by commas, such as INSERT.response.p99<20ms or"
                  + " errors<0.1%; if one is broken the exit code is 1.")
          .affecting(Affects.PRESENTATION);

  private VerdictSettings() {}

  /** Returns all of them, in the order in which they are shown. */
  public static List<Setting<?>> all() {
    return List.of(
        SLO,
        EXIT_ON,
        ERRORS,
        SOME_ERRORS,
        OUTCOMES,
        NOT_FOUND,
        SHORT_SCANS,
        CONFLICTS,
        OVER_RANGE,
        SHORTEST,
        FEWEST,
        WARM_UP,
        DRIFT,
        MODES,
        RECORDS_PER_CLIENT,
        WORKING_SET,
        OK_TIME,
        CONCURRENCY,
        IMBALANCE,
        ACHIEVED,
        LAG_P99,
        CPU,
        STEAL,
        BUSY_THREAD,
        RUN_DELAY,
        THROTTLED,
        OTHER_LOAD,
        GC_SHARE,
        GC_LONGEST,
        HICCUP_P99,
        HICCUP_LONGEST,
        CLOCK_STEP,
        PINNED_SHARE,
        PINNED_LONGEST,
        NOISE,
        FLOOR,
        RECORDS_APART,
        ELECTIONS,
        WRITES_PER_SYNC,
        ROUND_TRIPS);
  }
}
