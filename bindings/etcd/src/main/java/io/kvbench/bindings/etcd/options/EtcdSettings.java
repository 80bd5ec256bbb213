package io.kvbench.bindings.etcd.options;

import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The settings of the system {@code etcd}. */
public final class EtcdSettings {
  public static final Setting<String> PREFIX =
      Setting.text(
              "etcd.prefix",
              "Prefix of all keys. Scans and record counts are limited to it; empty covers the"
                  + " whole store.")
          .forRemote()
          .withDefault("")
          .affecting(Affects.LOAD);
  public static final Setting<Integer> EVENT_LOOPS =
      Setting.integer(
              "etcd.eventloops", 1, 256, "Number of I/O threads, shared by all connections.")
          .withDefault("1");
  public static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.duration("etcd.requesttimeout", "Timeout of one operation; 0s disables it.")
          .withDefault("30s");
  public static final Setting<Duration> KEEPALIVE_TIME =
      Setting.duration(
              "etcd.keepalive.time",
              "Idle time before a keepalive ping on a connection with operations in flight; min"
                  + " 10s, 0s disables it.")
          .withDefault("10s");
  public static final Setting<Duration> KEEPALIVE_TIMEOUT =
      Setting.duration(
              "etcd.keepalive.timeout",
              "Timeout of a keepalive ping, after which the connection is considered lost.")
          .withDefault("10s");
  public static final Setting<Boolean> TARGET_LEADER =
      Setting.bool(
              "etcd.targetleader",
              "Connect to the leader only; if the connection is lost, the leader is located again.")
          .withDefault("false");

  public static final Setting<Boolean> TRANSACTIONS =
      Setting.bool(
              "etcd.transactions",
              "Send each range, insert and update in a transaction of its own, without conditions.")
          .withDefault("false")
          .affecting(Affects.LOAD);

  public static final Setting<String> USER =
      Setting.text("etcd.user", "User name for authentication.");
  public static final Setting<String> PASSWORD =
      Setting.text("etcd.password", "Password of etcd.user.").asSecret();
  public static final Setting<String> PASSWORD_FILE =
      Setting.text("etcd.password.file", "File whose first line is the password.");

  public static final Setting<Boolean> TLS =
      Setting.bool("etcd.tls", "Use TLS; implied by an https:// endpoint or a certificate file.")
          .deciding(Fact.TLS);
  public static final Setting<String> CA_CERT =
      Setting.text(
              "etcd.cacert", "PEM file of trusted CA certificates; Java's trust store if unset.")
          .deciding(Fact.TLS);
  public static final Setting<String> CERT =
      Setting.text("etcd.cert", "PEM file of the client certificate.").deciding(Fact.TLS);
  public static final Setting<String> KEY =
      Setting.text("etcd.key", "PEM file of the private key of etcd.cert.");
  public static final Setting<String> SERVER_NAME =
      Setting.text(
          "etcd.servername",
          "Host name expected in the servers' certificates; the endpoint's if unset.");

  public static final Setting<Boolean> PREVIOUS =
      Setting.bool(
              "etcd.watch.prevkv",
              "Let the events of watchers also contain the record as it was before the write.")
          .withDefault("false")
          .affecting(Affects.LOAD);

  public static final Setting<Duration> COMPACT_INTERVAL =
      Setting.duration(
              "etcd.compact.interval",
              "Interval between compactions while kvbench is connected; 0s disables them.")
          .withDefault("0s")
          .affecting(Affects.LOAD);
  public static final Setting<Long> COMPACT_DELTA =
      Setting.number(
              "etcd.compact.delta",
              0,
              Long.MAX_VALUE,
              "Number of latest revisions that a compaction keeps.")
          .withDefault("1000")
          .affecting(Affects.LOAD);
  public static final Setting<Boolean> CHECK_HASH =
      Setting.bool(
              "etcd.checkhashkv",
              "Record the hash of every server's store (HashKV) before and after the load.")
          .withDefault("false");

  private EtcdSettings() {}

  /** Returns all of them, in display order. */
  public static List<Setting<?>> all() {
    Stream<Setting<?>> own =
        Stream.of(
            LoadClient.LIGHT_BY_DEFAULT,
            PREFIX,
            EVENT_LOOPS,
            REQUEST_TIMEOUT,
            KEEPALIVE_TIME,
            KEEPALIVE_TIMEOUT,
            TARGET_LEADER,
            TRANSACTIONS,
            USER,
            PASSWORD,
            PASSWORD_FILE,
            TLS,
            CA_CERT,
            CERT,
            KEY,
            SERVER_NAME,
            PREVIOUS,
            COMPACT_INTERVAL,
            COMPACT_DELTA,
            CHECK_HASH);
    return Setting.affecting(Affects.CLIENT, Stream.concat(own, GoYcsbNames.ALL.stream()).toList());
  }
}
