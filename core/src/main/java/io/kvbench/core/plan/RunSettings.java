package io.kvbench.core.plan;

import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;

/**
 * The settings that say how a workload is run: how many clients, for how long, how fast, against
 * which servers.
 */
public final class RunSettings {
  public static final Setting<Integer> CLIENTS =
      Setting.integer(
              "clients",
              1,
              1_000_000,
              "How many clients work at the same time; each has one request under way.")
          .withAliases("threadcount")
          .withDefault("1");

  public static final Setting<List<Integer>> CLIENT_STEPS =
      Setting.integers(
          "clientsteps",
          1,
          1_000_000,
          "Numbers of clients that the run goes through, one after the other, each with an even share of it and new"
              + " connections.");

  public static final Setting<Integer> CONNECTIONS =
      Setting.integer(
              "connections",
              1,
              100_000,
              "Connections of the client library, which the clients share evenly.")
          .withDefault("1");

  public static final Setting<Long> OPERATION_COUNT =
      Setting.number(
          "operationcount", 0, Long.MAX_VALUE - 1, "Requests in the run phase, over all clients.");

  public static final Setting<Long> MAX_EXECUTION_TIME =
      Setting.number(
          "maxexecutiontime",
          0,
          100_000_000,
          "Seconds after which the run phase ends, or a load that is asked for alone; 0 means no such limit.");

  public static final Setting<Double> TARGET =
      Setting.decimal(
          "target",
          0,
          1e9,
          "Requests per second over all clients, sent on schedule whatever the store does; 0 means as fast as the"
              + " clients go.");

  public static final Setting<Duration> WARMUP_TIME =
      Setting.duration("warmuptime", "How long to run before measuring begins; measured apart.");

  public static final Setting<Long> WARMUP_COUNT =
      Setting.number(
          "warmupcount",
          0,
          Long.MAX_VALUE - 1,
          "Requests to run before measuring begins; measured apart.");

  public static final Setting<Boolean> DO_TRANSACTIONS =
      Setting.bool(
          "dotransactions",
          "true: the run phase alone (-t); false: the load phase alone (-load); not given: the load if the workload"
              + " reads and the store is empty, then the run.");

  public static final Setting<List<String>> ENDPOINTS =
      Setting.list(
          "endpoints",
          "Servers to connect to, as host:port separated by commas; without any, kvbench starts its own.");

  public static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect.timeout", "How long connecting may take before the run fails.")
          .withDefault("15s");

  public static final Setting<Duration> DRAIN_TIMEOUT =
      Setting.duration(
              "drain.timeout",
              "How long operations under way at the end of a phase may take; then they are counted as ABANDONED.")
          .withDefault("30s");

  public static final Setting<Duration> UNAVAILABLE_TIMEOUT =
      Setting.duration(
              "unavailable.timeout",
              "The run fails when the store has not answered anything for this long.")
          .withDefault("60s");

  public static final Setting<Integer> STATUS_INTERVAL =
      Setting.integer(
              "status.interval",
              1,
              86_400,
              "Seconds between status lines where the output is not a terminal.")
          .withDefault("10");

  public static final Setting<String> LABEL =
      Setting.text("label", "Words of yours about this run, kept with its plan.");

  private RunSettings() {}

  /** Returns all of them, in the order in which they are shown. */
  public static List<Setting<?>> all() {
    return List.of(
        CLIENTS,
        CLIENT_STEPS,
        CONNECTIONS,
        OPERATION_COUNT,
        MAX_EXECUTION_TIME,
        TARGET,
        WARMUP_TIME,
        WARMUP_COUNT,
        DO_TRANSACTIONS,
        ENDPOINTS,
        CONNECT_TIMEOUT,
        DRAIN_TIMEOUT,
        UNAVAILABLE_TIMEOUT,
        STATUS_INTERVAL,
        LABEL);
  }
}
