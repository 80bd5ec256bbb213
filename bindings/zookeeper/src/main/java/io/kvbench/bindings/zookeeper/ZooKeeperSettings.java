package io.kvbench.bindings.zookeeper;

import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The settings of the system {@code zookeeper}. Where the ZooKeeper client has a property of its
 * own, the setting has the property's name and is passed on as it is.
 */
public final class ZooKeeperSettings {
  /** The access list of the znodes that kvbench creates. */
  public enum Acl {
    /** Everybody may do everything. */
    OPEN,
    /** Only whoever authenticates like this client. */
    CREATOR
  }

  /** How the ZooKeeper client moves bytes. */
  public enum Transport {
    NIO,
    NETTY
  }

  public static final Setting<String> ROOT =
      Setting.text("zookeeper.root", "The znode whose children the records are.")
          .withDefault("/kvbench")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> SESSION_TIMEOUT =
      Setting.duration(
              "zookeeper.sessiontimeout",
              "The session timeout to ask for; a server that stays silent for two thirds of it"
                  + " counts as lost.")
          .withDefault("30s")
          .affecting(Affects.CLIENT);
  public static final Setting<Integer> MAX_BUFFER =
      Setting.integer(
              "zookeeper.jute.maxbuffer",
              1024,
              Integer.MAX_VALUE - 65536,
              "Bytes of one request or answer at most; the servers' jute.maxbuffer has to agree.")
          .withDefault("1048575")
          .affecting(Affects.CLIENT);
  public static final Setting<Transport> TRANSPORT =
      Setting.choice(
              "zookeeper.transport",
              Transport.class,
              "How the client moves bytes: netty sends what waits in one go, nio one request at a"
                  + " time; TLS always takes netty.")
          .withDefault("netty")
          .affecting(Affects.CLIENT);

  public static final Setting<Acl> ACL =
      Setting.choice(
              "zookeeper.acl",
              Acl.class,
              "Who may use the znodes that kvbench creates: everybody (open) or whoever"
                  + " authenticates like this client (creator).")
          .withDefault("open")
          .affecting(Affects.CLIENT);
  public static final Setting<String> AUTH_SCHEME =
      Setting.text("zookeeper.auth.scheme", "The scheme of zookeeper.auth.")
          .withDefault("digest")
          .affecting(Affects.CLIENT);
  public static final Setting<String> AUTH =
      Setting.text("zookeeper.auth", "What to authenticate with: user:password for digest.")
          .asSecret()
          .affecting(Affects.CLIENT);
  public static final Setting<String> AUTH_FILE =
      Setting.text("zookeeper.auth.file", "A file whose first line stands for zookeeper.auth.")
          .affecting(Affects.CLIENT);

  public static final Setting<String> SASL_JAAS =
      Setting.text("zookeeper.sasl.jaas", "A JAAS login configuration file; switches SASL on.")
          .affecting(Affects.CLIENT);
  public static final Setting<String> SASL_SECTION =
      Setting.text(
              "zookeeper.sasl.clientconfig",
              "The section of the JAAS file; the client's is Client.")
          .affecting(Affects.CLIENT);
  public static final Setting<String> SASL_USER =
      Setting.text(
              "zookeeper.sasl.client.username",
              "The first part of the servers' Kerberos principal; the client's is zookeeper.")
          .affecting(Affects.CLIENT);
  public static final Setting<String> SASL_PRINCIPAL =
      Setting.text("zookeeper.server.principal", "The servers' Kerberos principal.")
          .affecting(Affects.CLIENT);

  public static final Setting<Boolean> SECURE =
      Setting.bool("zookeeper.client.secure", "Whether to use TLS.")
          .withDefault("false")
          .affecting(Affects.CLIENT)
          .deciding(Fact.TLS);

  static final Setting<String> HOSTNAME_VERIFICATION =
      Setting.text(
              "zookeeper.ssl.hostnameVerification",
              "Whether a server's certificate has to name the host: true or false; true.")
          .affecting(Affects.CLIENT);

  /** Properties of the client that are passed on under their own names when TLS is used. */
  static final List<Setting<String>> TLS =
      Stream.of(
              Setting.text(
                  "zookeeper.ssl.keyStore.location", "The file with the client's own key."),
              Setting.text("zookeeper.ssl.keyStore.password", "The password of the key store.")
                  .asSecret(),
              Setting.text(
                  "zookeeper.ssl.keyStore.passwordPath", "A file with the key store's password."),
              Setting.text("zookeeper.ssl.keyStore.type", "JKS, PEM, PKCS12 or BCFKS."),
              Setting.text(
                  "zookeeper.ssl.trustStore.location", "The file with the certificates to trust."),
              Setting.text("zookeeper.ssl.trustStore.password", "The password of the trust store.")
                  .asSecret(),
              Setting.text(
                  "zookeeper.ssl.trustStore.passwordPath",
                  "A file with the trust store's password."),
              Setting.text("zookeeper.ssl.trustStore.type", "JKS, PEM, PKCS12 or BCFKS."),
              HOSTNAME_VERIFICATION,
              Setting.text("zookeeper.ssl.protocol", "The TLS version, such as TLSv1.3."),
              Setting.text("zookeeper.ssl.enabledProtocols", "TLS versions, separated by commas."),
              Setting.text("zookeeper.ssl.ciphersuites", "Cipher suites, separated by commas."),
              Setting.text(
                  "zookeeper.ssl.crl", "Whether to check revocation lists: true or false."),
              Setting.text("zookeeper.ssl.ocsp", "Whether to ask about revocation: true or false."))
          .map(each -> each.affecting(Affects.CLIENT))
          .toList();

  /** Properties of the client that are passed on under their own names when SASL is used. */
  static final List<Setting<String>> SASL = List.of(SASL_SECTION, SASL_USER, SASL_PRINCIPAL);

  private ZooKeeperSettings() {}

  /** Returns all of them, in the order in which to show them. */
  public static List<Setting<?>> all() {
    Stream<Setting<?>> own =
        Stream.of(
            LoadClient.LIBRARY_BY_DEFAULT,
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
    return Stream.concat(own, Stream.concat(TLS.stream(), sasl)).toList();
  }
}
