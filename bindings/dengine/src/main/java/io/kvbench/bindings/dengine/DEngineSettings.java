package io.kvbench.bindings.dengine;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;

/** The settings of the system {@code dengine}. */
public final class DEngineSettings {

  /** What a read asks for that names no consistency. */
  public enum DefaultRead {
    /** Nothing: the servers' own configuration decides. */
    SERVER,
    /** An answer of the leader while its lease lasts, without asking the others. */
    LEASE
  }

  public static final Setting<String> PREFIX =
      Setting.text(
              "dengine.prefix",
              "What kvbench puts before every key; only keys below it are counted, all of the"
                  + " store's if it is empty.")
          .withDefault("")
          .affecting(Affects.LOAD);
  public static final Setting<DefaultRead> DEFAULT_READ =
      Setting.choice(
              "dengine.defaultread",
              DefaultRead.class,
              "What reads with readconsistency=default ask for: server leaves it to the servers'"
                  + " configuration, lease lets the leader answer by itself while its lease lasts.")
          .withDefault("server")
          .affecting(Affects.CLIENT)
          .deciding(Fact.CONSISTENCY);
  public static final Setting<Duration> TIME_TO_LIVE =
      Setting.duration(
              "dengine.ttl",
              "After how long a record that was inserted or updated goes away, in whole seconds;"
                  + " records stay if it is left out.")
          .affecting(Affects.LOAD);
  public static final Setting<Integer> EVENT_LOOPS =
      Setting.integer(
              "dengine.eventloops", 1, 256, "Threads that send and receive, for all connections.")
          .withDefault("1")
          .affecting(Affects.CLIENT);
  public static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.duration(
              "dengine.requesttimeout",
              "How long to wait for the answer to one operation; 0s is ever.")
          .withDefault("30s")
          .affecting(Affects.CLIENT);
  public static final Setting<Duration> KEEPALIVE_TIME =
      Setting.duration(
              "dengine.keepalive.time",
              "Idle time before a keepalive ping on a connection with operations in flight; at least"
                  + " 10s, and 0s is never.")
          .withDefault("10s")
          .affecting(Affects.CLIENT);
  public static final Setting<Duration> KEEPALIVE_TIMEOUT =
      Setting.duration(
              "dengine.keepalive.timeout",
              "How long a tested connection may go on to be silent before it counts as lost.")
          .withDefault("10s")
          .affecting(Affects.CLIENT);

  private DEngineSettings() {}

  /** Returns all of them, in the order in which to show them. */
  public static List<Setting<?>> all() {
    return List.of(
        PREFIX,
        DEFAULT_READ,
        TIME_TO_LIVE,
        EVENT_LOOPS,
        REQUEST_TIMEOUT,
        KEEPALIVE_TIME,
        KEEPALIVE_TIMEOUT);
  }
}
