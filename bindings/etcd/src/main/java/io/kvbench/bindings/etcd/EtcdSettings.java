package io.kvbench.bindings.etcd;

import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;

/** The settings of the system {@code etcd}. */
public final class EtcdSettings {
  public static final Setting<String> PREFIX =
      Setting.text(
              "etcd.prefix",
              "What kvbench puts before every key; only keys below it are scanned and counted, all"
                  + " of the store's if it is empty.")
          .withDefault("")
          .affecting(Affects.LOAD);
  public static final Setting<Integer> EVENT_LOOPS =
      Setting.integer(
              "etcd.eventloops", 1, 256, "Threads that send and receive, for all connections.")
          .withDefault("1")
          .affecting(Affects.CLIENT);
  public static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.duration(
              "etcd.requesttimeout",
              "How long to wait for the answer to one operation; 0s is ever.")
          .withDefault("30s")
          .affecting(Affects.CLIENT);
  public static final Setting<Duration> KEEPALIVE_TIME =
      Setting.duration(
              "etcd.keepalive.time",
              "Idle time before a keepalive ping on a connection with operations in flight; at least"
                  + " 10s, and 0s is never.")
          .withDefault("10s")
          .affecting(Affects.CLIENT);
  public static final Setting<Duration> KEEPALIVE_TIMEOUT =
      Setting.duration(
              "etcd.keepalive.timeout",
              "How long a tested connection may go on to be silent before it counts as lost.")
          .withDefault("10s")
          .affecting(Affects.CLIENT);
  public static final Setting<Boolean> TARGET_LEADER =
      Setting.bool(
              "etcd.targetleader",
              "Whether all connections go to the leader, which is looked for again when they"
                  + " break.")
          .withDefault("false")
          .affecting(Affects.CLIENT);

  public static final Setting<String> USER =
      Setting.text("etcd.user", "The user to authenticate as.").affecting(Affects.CLIENT);
  public static final Setting<String> PASSWORD =
      Setting.text("etcd.password", "The user's password.").asSecret().affecting(Affects.CLIENT);
  public static final Setting<String> PASSWORD_FILE =
      Setting.text("etcd.password.file", "A file whose first line stands for etcd.password.")
          .affecting(Affects.CLIENT);

  public static final Setting<Boolean> TLS =
      Setting.bool(
              "etcd.tls",
              "Whether to use TLS; as it is, where an endpoint begins with https:// or a file of"
                  + " certificates is given.")
          .affecting(Affects.CLIENT)
          .deciding(Fact.TLS);
  public static final Setting<String> CA_CERT =
      Setting.text(
              "etcd.cacert",
              "A PEM file with the certificates to trust; those that Java trusts if absent.")
          .affecting(Affects.CLIENT)
          .deciding(Fact.TLS);
  public static final Setting<String> CERT =
      Setting.text("etcd.cert", "A PEM file with the client's own certificate.")
          .affecting(Affects.CLIENT)
          .deciding(Fact.TLS);
  public static final Setting<String> KEY =
      Setting.text("etcd.key", "A PEM file with the key of the client's certificate.")
          .affecting(Affects.CLIENT);
  public static final Setting<String> SERVER_NAME =
      Setting.text(
              "etcd.servername",
              "The host that the servers' certificates have to name; the endpoint's if absent.")
          .affecting(Affects.CLIENT);

  public static final Setting<Duration> COMPACT_INTERVAL =
      Setting.duration(
              "etcd.compact.interval",
              "How often old revisions are removed while kvbench is connected; 0s is never.")
          .withDefault("0s")
          .affecting(Affects.LOAD);
  public static final Setting<Long> COMPACT_DELTA =
      Setting.number(
              "etcd.compact.delta",
              0,
              Long.MAX_VALUE,
              "How many of the newest revisions such a compaction leaves.")
          .withDefault("1000")
          .affecting(Affects.LOAD);
  public static final Setting<Boolean> CHECK_HASH =
      Setting.bool(
              "etcd.checkhashkv",
              "Whether every server is asked for the hash of all it stores, before and after the"
                  + " load.")
          .withDefault("false")
          .affecting(Affects.CLIENT);

  private EtcdSettings() {}

  /** Returns all of them, in the order in which to show them. */
  public static List<Setting<?>> all() {
    return List.of(
        LoadClient.LIGHT_BY_DEFAULT,
        PREFIX,
        EVENT_LOOPS,
        REQUEST_TIMEOUT,
        KEEPALIVE_TIME,
        KEEPALIVE_TIMEOUT,
        TARGET_LEADER,
        USER,
        PASSWORD,
        PASSWORD_FILE,
        TLS,
        CA_CERT,
        CERT,
        KEY,
        SERVER_NAME,
        COMPACT_INTERVAL,
        COMPACT_DELTA,
        CHECK_HASH);
  }
}
