package io.kvbench.core.plan;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Durations;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.sample.Spread;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The settings that define how a workload is run: the number of clients, the duration, the rate,
 * the servers.
 */
public final class RunSettings {
  public static final Setting<Integer> CLIENTS =
      Setting.integer(
              "clients",
              1,
              1_000_000,
              "Number of concurrent clients; each has one request in flight.")
          .withAliases("threadcount")
          .withDefault("1")
          .deciding(Fact.CLIENTS);

  public static final Setting<List<Integer>> CLIENT_STEPS =
      Setting.integers(
              "clientsteps",
              1,
              1_000_000,
              "Numbers of clients to run with, one after another; each step gets an equal share of"
                  + " the run and new connections.")
          .deciding(Fact.CLIENTS);

  public static final Setting<Integer> INITIAL_CLIENTS =
      Setting.integer(
              "clients.initial",
              1,
              1_000_000,
              "Number of clients that send at the start of the run; the others stand by until they"
                  + " are activated during the run. All if unset.")
          .deciding(Fact.CLIENTS);

  public static final Setting<Integer> MAX_CLIENTS =
      Setting.integer(
              "clients.max",
              1,
              1_000_000,
              "Open loop: max number of clients, and of their connections where each has one; more"
                  + " are started when a request is due and none is free. The same number as clients"
                  + " fixes it. If unset, 10000, or what the system takes where each client has a"
                  + " connection, or clients if that is more.")
          .deciding(Fact.CLIENTS);

  public static final Setting<Integer> CONNECTIONS =
      Setting.integer(
              "connections",
              1,
              100_000,
              "Number of client-library connections, shared evenly by the clients; one per client"
                  + " if a connection carries one request at a time.")
          .withDefault("1")
          .deciding(Fact.CONNECTIONS);

  public static final Setting<Long> OPERATION_COUNT =
      Setting.number(
              "operationcount",
              0,
              Long.MAX_VALUE - 1,
              "Number of requests in the run phase, over all clients.")
          .deciding(Fact.REQUESTS);

  public static final Setting<Duration> MAX_EXECUTION_TIME =
      Setting.seconds(
              "maxexecutiontime",
              100_000_000,
              "Time limit of the run phase, or of the load phase if it is the only one; 0 means no"
                  + " limit.")
          .deciding(Fact.REQUESTS);

  public static final Setting<Double> TARGET =
      Rates.setting(
              "target",
              "Requests per second over all clients, sent on schedule even if the store stalls; 0"
                  + " sends as fast as the clients can.")
          .deciding(Fact.LOAD_MODEL);

  public static final Setting<ArrivalShape> ARRIVALS =
      Setting.choice(
              "arrivals",
              ArrivalShape.class,
              "Arrival times of scheduled requests: constant (evenly spaced) or poisson (random) at"
                  + " the rate of target (poisson also at those of target.stages or target.trace),"
                  + " ramp from target.from to target.to, steps through"
                  + " target.steps, stages of target.stages, sine around target, or trace of the"
                  + " rates in target.trace.")
          .withDefault("constant")
          .deciding(Fact.LOAD_MODEL);

  public static final Setting<Double> TARGET_FROM =
      Rates.setting("target.from", "arrivals=ramp: requests per second at the start of the phase.")
          .deciding(Fact.LOAD_MODEL);

  public static final Setting<Double> TARGET_TO =
      Rates.setting("target.to", "arrivals=ramp: requests per second at the end of the phase.")
          .deciding(Fact.LOAD_MODEL);

  public static final Setting<List<Double>> TARGET_STEPS =
      Setting.of(
              "target.steps",
              "arrivals=steps: requests per second; each rate lasts for an equal part of the"
                  + " phase.",
              "comma-separated rates above 0 and up to 1e9, as in 1000,2000,5000",
              RunSettings::parseRates)
          .forRemote()
          .deciding(Fact.LOAD_MODEL);

  public static final Setting<List<Stage>> TARGET_STAGES =
      Setting.of(
              "target.stages",
              "arrivals=stages or poisson: requests per second and how long, one after another;"
                  + " RATE..RATE changes evenly, 0 is a pause. The run ends with the last stage"
                  + " unless maxexecutiontime is set.",
              Stage.FORM,
              Stage::parse)
          .forRemote()
          .deciding(Fact.LOAD_MODEL);

  public static final Setting<Double> TARGET_AMPLITUDE =
      Rates.setting(
              "target.amplitude",
              "arrivals=sine: how far the rate swings above and below target, in requests per"
                  + " second.")
          .deciding(Fact.LOAD_MODEL);

  public static final Setting<Duration> TARGET_PERIOD =
      Setting.duration("target.period", "arrivals=sine: duration of a whole swing of the rate.")
          .deciding(Fact.LOAD_MODEL);

  public static final Setting<String> TARGET_TRACE =
      Setting.text(
              "target.trace",
              "arrivals=trace or poisson: file of rates over time, with lines 'seconds,rate'; the"
                  + " last one ends the trace, and the run unless maxexecutiontime is set.")
          .deciding(Fact.LOAD_MODEL);

  public static final Setting<Spread> THINK_TIME =
      Setting.of(
              "thinktime",
              "Pause of a client between a response and its next request, or its distribution"
                  + " (closed loop).",
              Spread.accepts(
                  "a duration with a unit (ns, us, ms, s, m or h), as in 5ms or 30s",
                  "1ms*9, 100ms..1s*1"),
              text -> Spread.parse(text, time -> Rates.nanos(Durations.parse(time))))
          .forRemote()
          .withDefault("0s")
          .deciding(Fact.LOAD_MODEL);

  public static final Setting<Duration> WARMUP_TIME =
      Setting.duration("warmuptime", "Duration of the warmup; measured separately.");

  public static final Setting<Long> WARMUP_COUNT =
      Setting.number(
          "warmupcount",
          0,
          Long.MAX_VALUE - 1,
          "Number of requests in the warmup; measured separately.");

  public static final Setting<Boolean> DO_TRANSACTIONS =
      Setting.bool(
              "dotransactions",
              "true: run phase only (-t); false: load phase only (-load); unset: load if the"
                  + " workload reads and the store is empty, then run.")
          .deciding(Fact.PHASES);

  public static final Setting<List<String>> ENDPOINTS =
      Setting.list(
              "endpoints",
              "Comma-separated host:port of the servers to connect to; if unset, kvbench starts its"
                  + " own.")
          .forRemote()
          .affecting(Affects.SERVERS)
          .deciding(Fact.PLACE);

  public static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect.timeout", "Timeout for connecting, after which the run fails.")
          .withDefault("15s")
          .affecting(Affects.CLIENT);

  public static final Setting<Duration> DRAIN_TIMEOUT =
      Setting.duration(
              "drain.timeout",
              "Timeout of operations in flight at the end of a phase, when its time is up or all"
                  + " its requests are sent; then they count as ABANDONED.")
          .withDefault("30s")
          .affecting(Affects.CLIENT);

  public static final Setting<Duration> UNAVAILABLE_TIMEOUT =
      Setting.duration(
              "unavailable.timeout",
              "Max time without any answer from the store while requests remain; then the run"
                  + " fails.")
          .withDefault("60s")
          .affecting(Affects.CLIENT);

  public static final Setting<Duration> STORE_CHECK_TIMEOUT =
      Setting.duration(
              "storecheck.timeout",
              "Timeout of reading records back after the last phase; 0s disables it.")
          .withDefault("10s")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Integer> STORE_CHECK_KEYS =
      Setting.integer(
              "storecheck.keys",
              1,
              1_000_000_000,
              "Max number of records to read back after the last phase; a random sample if there"
                  + " are more.")
          .withDefault("1000000")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Boolean> CHECK_KEEP =
      Setting.bool(
              "check.keep",
              "check=true: keep the recorded operations as history.bin, to be checked again with"
                  + " kvbench check.")
          .withDefault("false")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Integer> STATUS_INTERVAL =
      Setting.integer(
              "status.interval",
              1,
              86_400,
              "Seconds between status lines if the output is not a terminal.")
          .withDefault("10")
          .affecting(Affects.PRESENTATION);

  public static final Setting<String> LABEL =
      Setting.text("label", "Free-text label of this run, stored in its plan.")
          .forRemote()
          .affecting(Affects.PRESENTATION);

  public static final Setting<FilePermissions> RESULTS_PERMISSIONS =
      Setting.choice(
              "results.permissions",
              FilePermissions.class,
              "Permissions of the result directory: owner (files 0600, directories 0700) or umask"
                  + " (the umask of the process).")
          .forThisMachine()
          .withDefault("owner")
          .affecting(Affects.PRESENTATION);

  private RunSettings() {}

  /**
   * Returns the shape of arrivals that settings select: {@link ArrivalShape#POISSON} arrivals may
   * have a constant rate, or that of stages or of a trace.
   */
  public static ArrivalShape shape(Settings settings) {
    ArrivalShape shape = settings.get(ARRIVALS);
    if (shape == ArrivalShape.POISSON && isMeant(settings, TARGET_STAGES)) {
      return ArrivalShape.STAGES;
    }
    return shape == ArrivalShape.POISSON && isMeant(settings, TARGET_TRACE)
        ? ArrivalShape.TRACE
        : shape;
  }

  /** Returns whether it was given, even with a value that was rejected. */
  static boolean isMeant(Settings settings, Setting<?> setting) {
    return settings.isGiven(setting) || settings.isRefused(setting);
  }

  private static List<Double> parseRates(String text) {
    return Stream.of(text.split(",", -1)).map(RunSettings::parseRate).toList();
  }

  private static double parseRate(String text) {
    double rate = Double.parseDouble(text);
    if (!(rate > 0 && rate <= Rates.MAX_PER_SECOND)) {
      throw new IllegalArgumentException(text);
    }
    return rate;
  }

  /** Returns all of them, in display order. */
  public static List<Setting<?>> all() {
    return Setting.affecting(
        Affects.LOAD,
        List.of(
            CLIENTS,
            CLIENT_STEPS,
            INITIAL_CLIENTS,
            MAX_CLIENTS,
            CONNECTIONS,
            OPERATION_COUNT,
            MAX_EXECUTION_TIME,
            TARGET,
            ARRIVALS,
            TARGET_FROM,
            TARGET_TO,
            TARGET_STEPS,
            TARGET_STAGES,
            TARGET_AMPLITUDE,
            TARGET_PERIOD,
            TARGET_TRACE,
            THINK_TIME,
            WARMUP_TIME,
            WARMUP_COUNT,
            DO_TRANSACTIONS,
            ENDPOINTS,
            CONNECT_TIMEOUT,
            DRAIN_TIMEOUT,
            UNAVAILABLE_TIMEOUT,
            STORE_CHECK_TIMEOUT,
            STORE_CHECK_KEYS,
            CHECK_KEEP,
            STATUS_INTERVAL,
            LABEL,
            RESULTS_PERMISSIONS));
  }
}
