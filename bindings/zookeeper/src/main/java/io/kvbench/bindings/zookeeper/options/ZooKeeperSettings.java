package io.kvbench.bindings.zookeeper.options;

import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The settings of the system {@code zookeeper}. Settings that correspond to a property of the
 * ZooKeeper client have its name and are passed on unchanged.
 */
public final class ZooKeeperSettings {
  /** The access list of the znodes that kvbench creates. */
  public enum Acl {
    /** All clients have all permissions. */
    OPEN,
    /** Only clients that authenticate like this one. */
    CREATOR
  }

  /** The transport of the ZooKeeper client. */
  public enum Transport {
    NIO,
    NETTY
  }

  public static final Setting<String> ROOT =
      Setting.text("zookeeper.root", "Parent znode of all records.")
          .forRemote()
          .withDefault("/kvbench")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> SESSION_TIMEOUT =
      Setting.duration(
              "zookeeper.sessiontimeout",
              "Session timeout to request; a server that is silent for two thirds of it is"
                  + " considered lost.")
          .withDefault("30s");
  public static final Setting<Integer> MAX_BUFFER =
      Setting.integer(
              "zookeeper.jute.maxbuffer",
              1024,
              Integer.MAX_VALUE - 65536,
              "Max size of a request or response in bytes; must match the servers' jute.maxbuffer.")
          .withDefault("1048575");
  public static final Setting<Transport> TRANSPORT =
      Setting.choice(
              "zookeeper.transport",
              Transport.class,
              "I/O of the client library: netty sends queued requests in one batch, nio one at a time; TLS"
                  + " requires netty.")
          .withDefault("netty");

  public static final Setting<Acl> ACL =
      Setting.choice(
              "zookeeper.acl",
              Acl.class,
              "ACL of the znodes that kvbench creates: open (everyone) or creator (only the"
                  + " client's own identity).")
          .withDefault("open");
  public static final Setting<String> AUTH_SCHEME =
      Setting.text("zookeeper.auth.scheme", "Authentication scheme of zookeeper.auth.")
          .withDefault("digest");
  public static final Setting<String> AUTH =
      Setting.text("zookeeper.auth", "Credentials: user:password for the scheme digest.")
          .asSecret();
  public static final Setting<String> AUTH_FILE =
      Setting.text("zookeeper.auth.file", "File whose first line is the credentials.");

  public static final Setting<String> SASL_JAAS =
      Setting.text("zookeeper.sasl.jaas", "JAAS login configuration file; enables SASL.");
  public static final Setting<String> SASL_SECTION =
      Setting.text("zookeeper.sasl.clientconfig", "Section of the JAAS file; Client if unset.");
  public static final Setting<String> SASL_USER =
      Setting.text(
          "zookeeper.sasl.client.username",
          "First part of the servers' Kerberos principal; zookeeper if unset.");
  public static final Setting<String> SASL_PRINCIPAL =
      Setting.text("zookeeper.server.principal", "Kerberos principal of the servers.");

  public static final Setting<Boolean> SECURE =
      Setting.bool("zookeeper.client.secure", "Use TLS.").withDefault("false").deciding(Fact.TLS);

  static final Setting<String> HOSTNAME_VERIFICATION =
      Setting.text(
          "zookeeper.ssl.hostnameVerification",
          "Verify host names in the servers' certificates: true or false; true if unset.");

  /** Properties of the client that are passed on under their own names when TLS is used. */
  static final List<Setting<String>> TLS =
      List.of(
          Setting.text("zookeeper.ssl.keyStore.location", "Key store with the client's key."),
          Setting.text("zookeeper.ssl.keyStore.password", "Password of the key store.").asSecret(),
          Setting.text(
              "zookeeper.ssl.keyStore.passwordPath", "File with the password of the key store."),
          Setting.text(
              "zookeeper.ssl.keyStore.type", "Type of the key store: JKS, PEM, PKCS12 or BCFKS."),
          Setting.text(
              "zookeeper.ssl.trustStore.location",
              "Trust store with the CA certificates to trust."),
          Setting.text("zookeeper.ssl.trustStore.password", "Password of the trust store.")
              .asSecret(),
          Setting.text(
              "zookeeper.ssl.trustStore.passwordPath",
              "File with the password of the trust store."),
          Setting.text(
              "zookeeper.ssl.trustStore.type",
              "Type of the trust store: JKS, PEM, PKCS12 or BCFKS."),
          HOSTNAME_VERIFICATION,
          Setting.text("zookeeper.ssl.protocol", "TLS version, such as TLSv1.3."),
          Setting.text("zookeeper.ssl.enabledProtocols", "Comma-separated TLS versions."),
          Setting.text("zookeeper.ssl.ciphersuites", "Comma-separated cipher suites."),
          Setting.text(
              "zookeeper.ssl.crl", "Check certificate revocation lists (CRL): true or false."),
          Setting.text("zookeeper.ssl.ocsp", "Check revocation with OCSP: true or false."));

  /** Properties of the client that are passed on under their own names when SASL is used. */
  static final List<Setting<String>> SASL = List.of(SASL_SECTION, SASL_USER, SASL_PRINCIPAL);

  private ZooKeeperSettings() {}

  /** Returns all of them, in display order. */
  public static List<Setting<?>> all() {
    Stream<Setting<?>> own =
        Stream.of(
            LoadClient.LIGHT_BY_DEFAULT,
            ROOT,
            SESSION_TIMEOUT,
            MAX_BUFFER,
            TRANSPORT,
            ACL,
            AUTH_SCHEME,
            AUTH,
            AUTH_FILE,
            SECURE);
    Stream<Setting<?>> sasl = Stream.concat(Stream.of(SASL_JAAS), SASL.stream());
    return Setting.affecting(
        Affects.CLIENT,
        Stream.of(own, TLS.stream(), sasl, YcsbNames.ALL.stream())
            .<Setting<?>>flatMap(each -> each)
            .toList());
  }
}
