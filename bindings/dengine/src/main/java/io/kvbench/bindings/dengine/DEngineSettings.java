package io.kvbench.bindings.dengine;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;

/** The settings of the system {@code dengine}. */
public final class DEngineSettings {

  /** The policy of reads without a consistency. */
  public enum DefaultRead {
    /** No policy: the servers' own configuration decides. */
    SERVER,
    /** An answer of the leader while its lease lasts, without asking the other servers. */
    LEASE
  }

  public static final Setting<String> PREFIX =
      Setting.text(
              "dengine.prefix",
              "Prefix of all keys. Record counts are limited to it; empty covers the whole store.")
          .forRemote()
          .withDefault("")
          .affecting(Affects.LOAD);
  public static final Setting<DefaultRead> DEFAULT_READ =
      Setting.choice(
              "dengine.defaultread",
              DefaultRead.class,
              "Consistency of reads with readconsistency=default: server uses the servers'"
                  + " configuration, lease requests lease reads from the leader.")
          .withDefault("server")
          .deciding(Fact.CONSISTENCY);
  public static final Setting<Duration> TIME_TO_LIVE =
      Setting.duration(
              "dengine.ttl",
              "Time to live of inserted and updated records, in whole seconds; records do not"
                  + " expire if unset.")
          .affecting(Affects.LOAD);
  public static final Setting<Integer> EVENT_LOOPS =
      Setting.integer(
              "dengine.eventloops", 1, 256, "Number of I/O threads, shared by all connections.")
          .withDefault("1");
  public static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.duration("dengine.requesttimeout", "Timeout of one operation; 0s disables it.")
          .withDefault("30s");
  public static final Setting<Duration> KEEPALIVE_TIME =
      Setting.duration(
              "dengine.keepalive.time",
              "Idle time before a keepalive ping on a connection with operations in flight; min"
                  + " 10s, 0s disables it.")
          .withDefault("10s");
  public static final Setting<Duration> KEEPALIVE_TIMEOUT =
      Setting.duration(
              "dengine.keepalive.timeout",
              "Timeout of a keepalive ping, after which the connection is considered lost.")
          .withDefault("10s");

  private DEngineSettings() {}

  /** Returns all of them, in display order. */
  public static List<Setting<?>> all() {
    return Setting.affecting(
        Affects.CLIENT,
        List.of(
            PREFIX,
            DEFAULT_READ,
            TIME_TO_LIVE,
            EVENT_LOOPS,
            REQUEST_TIMEOUT,
            KEEPALIVE_TIME,
            KEEPALIVE_TIMEOUT));
  }
}
