package io.kvbench.bindings.consul.options;

import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;

/** The settings of the system {@code consul}. */
public final class ConsulSettings {
  public static final Setting<String> PREFIX =
      Setting.text("consul.prefix", "Prefix of all keys; counts toward their size.")
          .forRemote()
          .withDefault("kvbench/")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.duration(
              "consul.requesttimeout",
              "Timeout of one operation, from its submission to its response.")
          .withDefault("10s");
  public static final Setting<Integer> MAX_VALUE_SIZE =
      Setting.integer(
              "consul.maxvaluesize",
              1,
              1 << 28,
              "Max size of a value or of a whole transaction in bytes; must match the servers'"
                  + " limits.")
          .withDefault("524288");
  public static final Setting<ConsulLibrary> LIBRARY =
      Setting.choice(
              "consul.library",
              ConsulLibrary.class,
              "Client library of client=library: org.kiwiproject:consul-client (kiwiproject), or"
                  + " com.orbitz.consul:consul-client (orbitz), which was archived in 2023.")
          .withDefault("kiwiproject");
  public static final Setting<Integer> SCAN_PREFIX =
      Setting.integer(
          "consul.scan.prefixlength",
          0,
          65_536,
          "Number of leading characters, after consul.prefix, that a scan's records share with"
              + " its start key; required for scans.");
  public static final Setting<Duration> LOCK_DELAY =
      Setting.seconds(
              "consul.lock.delay",
              60,
              "Time for which a lock cannot be acquired after its owner's session has ended without"
                  + " releasing it; 0 for none.")
          .withDefault("15s");
  public static final Setting<Boolean> TARGET_LEADER =
      Setting.bool(
              "consul.targetleader",
              "Connect to the server that is the leader when the run begins only.")
          .withDefault("false");
  public static final Setting<String> DATACENTER =
      Setting.text("consul.datacenter", "Datacenter to query; the servers' own if unset.");

  public static final Setting<String> TOKEN =
      Setting.text("consul.token", "ACL token sent with every request.").asSecret();
  public static final Setting<String> TOKEN_FILE =
      Setting.text("consul.token.file", "File whose first line is the ACL token.");

  public static final Setting<Boolean> TLS =
      Setting.bool("consul.tls", "Use HTTPS.").withDefault("false").deciding(Fact.TLS);
  public static final Setting<String> CA_CERT =
      Setting.text(
              "consul.cacert", "PEM file of trusted CA certificates; Java's trust store if unset.")
          .deciding(Fact.TLS);
  public static final Setting<String> CERT =
      Setting.text("consul.cert", "PEM file of the client certificate.").deciding(Fact.TLS);
  public static final Setting<String> KEY =
      Setting.text("consul.key", "PEM file of the unencrypted private key of consul.cert.");

  private ConsulSettings() {}

  /** Returns all of them, in display order. */
  public static List<Setting<?>> all() {
    return Setting.affecting(
        Affects.CLIENT,
        List.of(
            LoadClient.LIGHT_BY_DEFAULT,
            LIBRARY,
            PREFIX,
            REQUEST_TIMEOUT,
            MAX_VALUE_SIZE,
            SCAN_PREFIX,
            LOCK_DELAY,
            TARGET_LEADER,
            DATACENTER,
            TOKEN,
            TOKEN_FILE,
            TLS,
            CA_CERT,
            CERT,
            KEY));
  }
}
