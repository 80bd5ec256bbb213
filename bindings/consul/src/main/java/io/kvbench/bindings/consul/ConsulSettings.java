package io.kvbench.bindings.consul;

import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;

/** The settings of the system {@code consul}. */
public final class ConsulSettings {
  public static final Setting<String> PREFIX =
      Setting.text(
              "consul.prefix",
              "What the keys of all records begin with; its bytes are a part of every key.")
          .withDefault("kvbench/")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.duration(
              "consul.requesttimeout",
              "How long an operation may take from its submission to its answer.")
          .withDefault("10s")
          .affecting(Affects.CLIENT);
  public static final Setting<Integer> MAX_VALUE_SIZE =
      Setting.integer(
              "consul.maxvaluesize",
              1,
              1 << 28,
              "Bytes of a value or of a whole transaction at most; the servers' limits have to"
                  + " agree.")
          .withDefault("524288")
          .affecting(Affects.CLIENT);
  public static final Setting<Integer> SCAN_PREFIX =
      Setting.integer(
              "consul.scan.prefixlength",
              0,
              65_536,
              "How many characters the keys of a scan's records share with its start key, without"
                  + " consul.prefix; without it there are no scans.")
          .affecting(Affects.CLIENT);
  public static final Setting<String> DATACENTER =
      Setting.text(
              "consul.datacenter", "The datacenter whose records are meant; that of the servers.")
          .affecting(Affects.CLIENT);

  public static final Setting<String> TOKEN =
      Setting.text("consul.token", "The ACL token of every request.")
          .asSecret()
          .affecting(Affects.CLIENT);
  public static final Setting<String> TOKEN_FILE =
      Setting.text("consul.token.file", "A file whose first line stands for consul.token.")
          .affecting(Affects.CLIENT);

  public static final Setting<Boolean> TLS =
      Setting.bool("consul.tls", "Whether to speak HTTPS.")
          .withDefault("false")
          .affecting(Affects.CLIENT)
          .deciding(Fact.TLS);
  public static final Setting<String> CA_CERT =
      Setting.text(
              "consul.cacert",
              "A PEM file with the certificates to trust; those of the Java installation.")
          .affecting(Affects.CLIENT)
          .deciding(Fact.TLS);
  public static final Setting<String> CERT =
      Setting.text("consul.cert", "A PEM file with the client's own certificate.")
          .affecting(Affects.CLIENT)
          .deciding(Fact.TLS);
  public static final Setting<String> KEY =
      Setting.text("consul.key", "A PEM file with the private key of consul.cert, unencrypted.")
          .affecting(Affects.CLIENT);

  private ConsulSettings() {}

  /** Returns all of them, in the order in which to show them. */
  public static List<Setting<?>> all() {
    return List.of(
        LoadClient.LIGHT_BY_DEFAULT,
        PREFIX,
        REQUEST_TIMEOUT,
        MAX_VALUE_SIZE,
        SCAN_PREFIX,
        DATACENTER,
        TOKEN,
        TOKEN_FILE,
        TLS,
        CA_CERT,
        CERT,
        KEY);
  }
}
