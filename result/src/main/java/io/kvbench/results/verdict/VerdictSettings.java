package io.kvbench.results.verdict;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;

/**
 * The settings of the verdict: its limits, its effect on the exit code, and the user's own
 * thresholds. The guide, {@code docs/guide/verdict.md}, has the reason for each default.
 */
public final class VerdictSettings {
  public static final Setting<Double> ERRORS =
      Setting.share("verdict.errors", "Max share of operations that failed; INVALID above.")
          .withDefault("1%");

  public static final Setting<Double> SOME_ERRORS =
      Setting.share("verdict.errors.some", "Max share of operations that failed; SUSPECT above.")
          .withDefault("0%");

  public static final Setting<Double> OUTCOMES =
      Setting.share(
              "verdict.outcomes", "Max share of inserts whose key already exists; SUSPECT above.")
          .withDefault("0%");

  public static final Setting<Double> NOT_FOUND =
      Setting.share(
              "verdict.notfound",
              "Max share of one operation type that found no record, beyond what deletes explain;"
                  + " SUSPECT above.")
          .withDefault("1%");

  public static final Setting<Double> SHORT_SCANS =
      Setting.share(
              "verdict.shortscans",
              "Max share of requested records missing from scans, unless the end of the key space"
                  + " explains them; SUSPECT above.")
          .withDefault("1%");

  public static final Setting<Double> CONFLICTS =
      Setting.share(
              "verdict.conflicts",
              "Max share of compare-and-sets, transactions or watches whose record had changed;"
                  + " SUSPECT above.")
          .withDefault("50%");

  public static final Setting<Long> OVER_RANGE =
      Setting.number(
              "verdict.overrange",
              0,
              Long.MAX_VALUE,
              "Max number of times beyond the range of the histograms, one hour; SUSPECT above.")
          .withDefault("0");

  public static final Setting<Duration> SHORTEST =
      Setting.duration(
              "verdict.shortest", "Min time for which a phase sends requests; SUSPECT below.")
          .withDefault("10s");

  public static final Setting<Long> FEWEST =
      Setting.number(
              "verdict.operations",
              0,
              Long.MAX_VALUE,
              "Min number of operations completed in a phase; SUSPECT below.")
          .withDefault("1000");

  public static final Setting<Long> FEWEST_EXPIRIES =
      Setting.number(
              "verdict.expiries",
              0,
              Long.MAX_VALUE,
              "Min number of leases that expired, instead of verdict.operations, in a phase whose"
                  + " requests are leases left to expire; SUSPECT below.")
          .withDefault("100");

  public static final Setting<Double> WARM_UP =
      Setting.share(
              "verdict.warmup",
              "Max share of a closed loop's throughput lost to slow first seconds; SUSPECT above.")
          .withDefault("2%");

  public static final Setting<Double> DRIFT =
      Setting.share(
              "verdict.drift",
              "Max difference between the rates of the first and the last third of a closed loop;"
                  + " SUSPECT above.")
          .withDefault("10%");

  public static final Setting<Double> MODES =
      Setting.share(
              "verdict.modes",
              "Max difference between two distinct rates in a closed loop; SUSPECT above.")
          .withDefault("30%");

  public static final Setting<Double> RESPONSE_WARM_UP =
      Setting.share(
              "verdict.response.warmup",
              "Max share by which slow first seconds raise the average of an open loop's median"
                  + " response times per second; SUSPECT above.")
          .withDefault("10%");

  public static final Setting<Double> RESPONSE_DRIFT =
      Setting.share(
              "verdict.response.drift",
              "Max difference between the median response times of the first and the last third of"
                  + " an open loop; SUSPECT above.")
          .withDefault("50%");

  public static final Setting<Double> RESPONSE_MODES =
      Setting.share(
              "verdict.response.modes",
              "Max difference between two distinct median response times in an open loop; SUSPECT"
                  + " above.")
          .withDefault("50%");

  public static final Setting<Long> RECORDS_PER_CLIENT =
      Setting.number(
              "verdict.recordsperclient",
              0,
              Long.MAX_VALUE,
              "Min number of records per client; SUSPECT below.")
          .withDefault("10");

  public static final Setting<Double> WORKING_SET =
      Setting.share(
              "verdict.workingset",
              "Min size of the records read, as a share of the servers' memory; noted below.")
          .withDefault("50%");

  public static final Setting<Double> OK_TIME =
      Setting.share(
              "verdict.oktime",
              "Min share of the clients' busy time in operations answered OK; SUSPECT below.")
          .withDefault("95%");

  public static final Setting<Double> CONCURRENCY =
      Setting.share(
              "verdict.concurrency",
              "Min share of a closed loop's clients with an operation in flight, on average;"
                  + " SUSPECT below.")
          .withDefault("90%");

  public static final Setting<Double> IMBALANCE =
      Setting.share(
              "verdict.imbalance",
              "Max excess of one connection or server over its even share of the requests; SUSPECT"
                  + " above.")
          .withDefault("50%");

  public static final Setting<Double> ACHIEVED =
      Setting.share(
              "verdict.achieved", "Min share of the offered rate that is achieved; INVALID below.")
          .withDefault("98%");

  public static final Setting<Duration> LAG_P99 =
      Setting.duration("verdict.lag.p99", "Max p99 lag; SUSPECT above.").withDefault("10ms");

  public static final Setting<Double> NONE_FREE =
      Setting.share(
              "verdict.nonefree",
              "Max share of the time in which requests of an open loop are due, no client is free"
                  + " and there are as many as clients.max; SUSPECT above.")
          .withDefault("1%");

  public static final Setting<Double> CPU =
      Setting.share(
              "verdict.cpu",
              "Max share of its available processors that kvbench uses; SUSPECT above.")
          .withDefault("90%");

  public static final Setting<Double> STEAL =
      Setting.share(
              "verdict.steal", "Max steal, as a share of the host's processor time; SUSPECT above.")
          .withDefault("2%");

  public static final Setting<Double> BUSY_THREAD =
      Setting.share(
              "verdict.busythread",
              "Max share of a processor that one thread of kvbench uses; SUSPECT above.")
          .withDefault("85%");

  public static final Setting<Double> RUN_DELAY =
      Setting.share(
              "verdict.rundelay",
              "Max mean run delay of kvbench's threads, as a share of the lowest p50 service time;"
                  + " SUSPECT above.")
          .withDefault("25%");

  public static final Setting<Double> OWN_TIME =
      Setting.share(
              "verdict.owntime",
              "Max estimated share of kvbench's own time in the lowest p50, p90 or p99 service time;"
                  + " SUSPECT above.")
          .withDefault("25%");

  public static final Setting<Double> THROTTLED =
      Setting.share(
              "verdict.throttled",
              "Max share of the time that kvbench is throttled by its cgroup CPU limit; SUSPECT"
                  + " above.")
          .withDefault("1%");

  public static final Setting<Double> OTHER_LOAD =
      Setting.share(
              "verdict.otherload",
              "Max share of this machine's processors used by programs other than kvbench and its"
                  + " servers; SUSPECT above.")
          .withDefault("10%");

  public static final Setting<Double> GC_SHARE =
      Setting.share("verdict.gc.share", "Max share of the time in GC pauses; SUSPECT above.")
          .withDefault("2%");

  public static final Setting<Duration> GC_LONGEST =
      Setting.duration(
              "verdict.gc.longest",
              "Max length of a GC pause; SUSPECT above, unless verdict.noise allows it.")
          .withDefault("50ms");

  public static final Setting<Duration> HICCUP_P99 =
      Setting.duration(
              "verdict.hiccup.p99",
              "Max p99 scheduling delay (hiccup); SUSPECT above, unless verdict.noise allows it.")
          .withDefault("300us");

  public static final Setting<Duration> HICCUP_LONGEST =
      Setting.duration(
              "verdict.hiccup.longest",
              "Max scheduling delay (hiccup); SUSPECT above, unless verdict.noise allows it.")
          .withDefault("500ms");

  public static final Setting<Duration> AGENT_SKEW =
      Setting.duration(
              "verdict.agents.skew",
              "Max time by which an agent begins a phase after the first one; SUSPECT above.")
          .withDefault("100ms");

  public static final Setting<Duration> CLOCK_STEP =
      Setting.duration(
              "verdict.clockstep", "Max step of the wall clock during a phase; SUSPECT above.")
          .withDefault("100ms");

  public static final Setting<Double> PINNED_SHARE =
      Setting.share(
              "verdict.pinned.share",
              "Max share of the carriers' time for which waiting virtual threads pin them; SUSPECT"
                  + " above.")
          .withDefault("1%");

  public static final Setting<Duration> PINNED_LONGEST =
      Setting.duration(
              "verdict.pinned.longest",
              "Max time for which a waiting virtual thread pins its carrier; SUSPECT above, unless"
                  + " verdict.noise allows it.")
          .withDefault("50ms");

  public static final Setting<Double> NOISE =
      Setting.share(
              "verdict.noise",
              "Max lag, pause, hiccup or pinning, as a share of the time that it could have"
                  + " affected; SUSPECT above.")
          .withDefault("50%");

  public static final Setting<Duration> FLOOR =
      Setting.duration(
              "verdict.floor",
              "Lag, pauses and pinning of up to this length are not compared with the times that"
                  + " they could have affected; smaller changes of a median response time are no"
                  + " drift.")
          .withDefault("300us");

  public static final Setting<Long> RECORDS_APART =
      Setting.number(
              "verdict.recordsapart",
              0,
              Long.MAX_VALUE,
              "Max difference between the servers' record counts after the run; SUSPECT above.")
          .withDefault("0");

  public static final Setting<Long> ELECTIONS =
      Setting.number(
              "verdict.elections",
              0,
              Long.MAX_VALUE,
              "Max number of leader changes during the run; SUSPECT above.")
          .withDefault("0");

  public static final Setting<Long> WRITES_PER_SYNC =
      Setting.number(
              "verdict.writespersync",
              1,
              Long.MAX_VALUE,
              "Max number of writes per sync of a server's log to disk (fsync); SUSPECT above.")
          .withDefault("1000");

  public static final Setting<Duration> ROUND_TRIPS =
      Setting.duration(
              "verdict.roundtrips",
              "Max difference between the servers' round-trip times before the run; SUSPECT above.")
          .withDefault("2ms");

  public static final Setting<ExitOn> EXIT_ON =
      Setting.choice(
              "exit.on", ExitOn.class, "Least severe verdict that sets exit code 1, or never.")
          .withDefault("invalid");

  public static final Setting<List<String>> SLO =
      Setting.list(
              "slo",
              "Comma-separated thresholds of your own, such as INSERT.response.p99<20ms or"
                  + " errors<0.1%; if one fails, the exit code is 1. mix.NAME.slo is about one"
                  + " mix.")
          .forRemote()
          .affecting(Affects.PRESENTATION);

  public static final Setting<Boolean> SLO_ABORT =
      Setting.bool(
              "slo.abort",
              "true ends the run early, with exit code 1, once a threshold of slo is broken beyond"
                  + " doubt.")
          .withDefault("false");

  public static final Setting<Duration> SLO_GRACE =
      Setting.duration(
              "slo.grace",
              "slo.abort=true: time from the start of the measured phase that is no evidence"
                  + " against a threshold.")
          .withDefault("10s");

  private VerdictSettings() {}

  /** Returns all of them, in the order in which they are shown. */
  public static List<Setting<?>> all() {
    return Setting.affecting(
        Affects.PRESENTATION,
        List.of(
            SLO,
            SLO_ABORT,
            SLO_GRACE,
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
            FEWEST_EXPIRIES,
            WARM_UP,
            DRIFT,
            MODES,
            RESPONSE_WARM_UP,
            RESPONSE_DRIFT,
            RESPONSE_MODES,
            WaitSettings.SLOWEST,
            WaitSettings.TAIL_TIME,
            WaitSettings.ARRIVALS,
            WaitSettings.RECONNECTS,
            RECORDS_PER_CLIENT,
            WORKING_SET,
            OK_TIME,
            CONCURRENCY,
            IMBALANCE,
            ACHIEVED,
            LAG_P99,
            NONE_FREE,
            CPU,
            STEAL,
            BUSY_THREAD,
            RUN_DELAY,
            OWN_TIME,
            THROTTLED,
            OTHER_LOAD,
            GC_SHARE,
            GC_LONGEST,
            HICCUP_P99,
            HICCUP_LONGEST,
            AGENT_SKEW,
            CLOCK_STEP,
            PINNED_SHARE,
            PINNED_LONGEST,
            NOISE,
            FLOOR,
            RECORDS_APART,
            ELECTIONS,
            WRITES_PER_SYNC,
            ROUND_TRIPS));
  }
}
