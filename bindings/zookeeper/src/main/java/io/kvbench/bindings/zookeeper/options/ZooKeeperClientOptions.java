package io.kvbench.bindings.zookeeper.options;

import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ClientX509Util;
import org.apache.zookeeper.common.X509Exception;
import org.apache.zookeeper.common.X509Util;
import org.apache.zookeeper.data.ACL;

/**
 * The options of every handle of a binding.
 *
 * @param dialect the servers' dialect of the protocol
 * @param endpoints all servers
 * @param sessionTimeoutMillis the requested session timeout
 * @param root the path below which the records are, without a slash at its end
 * @param acl the access list of new znodes
 * @param maxRequestBytes the max size of a request that the server accepts
 * @param maxEtcdKeys the max number of etcd keys that a transaction may write, if there is an etcd
 * @param credentials the credentials to authenticate with
 * @param login the SASL login; empty to disable SASL
 * @param client the client library's own properties
 * @param tls the TLS configuration, if TLS is used
 * @param loadClient the client that sends the load
 */
public record ZooKeeperClientOptions(
    ZooKeeperDialect dialect,
    List<Endpoint> endpoints,
    int sessionTimeoutMillis,
    String root,
    List<ACL> acl,
    int maxRequestBytes,
    int maxEtcdKeys,
    Optional<ZooKeeperCredentials> credentials,
    Optional<JaasLogin> login,
    ZKClientConfig client,
    Optional<ZooKeeperTls> tls,
    LoadClient loadClient) {

  /**
   * The limit for closing a session whose server does not answer. The client library applies it to
   * all blocking calls, of which only closing is used.
   */
  private static final String CLOSE_LIMIT_MILLIS = "2000";

  /** An answer has more about a value than the request that wrote it, which must be allowed for. */
  private static final int ANSWER_OVERHEAD_BYTES = 1024;

  private static final String NIO = "org.apache.zookeeper.ClientCnxnSocketNIO";
  private static final String NETTY = "org.apache.zookeeper.ClientCnxnSocketNetty";

  public static ZooKeeperClientOptions of(BindingConfig config) throws BindingException {
    Settings settings = config.settings();
    List<Endpoint> endpoints = ZooKeeperDialect.ZOOKEEPER.endpoints().parseAll(config.endpoints());
    String root = root(settings, ZooKeeperSettings.ROOT);
    Optional<ZooKeeperCredentials> credentials = ZooKeeperCredentials.of(settings);
    int maxBuffer = settings.get(ZooKeeperSettings.MAX_BUFFER);
    ProcessProperties.set(settings);
    Optional<JaasLogin> login = JaasLogin.of(settings);
    ZKClientConfig client = client(settings, maxBuffer, login);
    return new ZooKeeperClientOptions(
        ZooKeeperDialect.ZOOKEEPER,
        endpoints,
        millis(settings.get(ZooKeeperSettings.SESSION_TIMEOUT)),
        root,
        acl(settings, credentials.isPresent()),
        maxBuffer,
        Integer.MAX_VALUE,
        credentials,
        login,
        client,
        tls(settings, client),
        LoadClient.of(settings));
  }

  public static ZooKeeperClientOptions ofZetcd(BindingConfig config) throws BindingException {
    Settings settings = config.settings();
    int maxBuffer = settings.get(ZetcdSettings.MAX_BUFFER);
    boolean netty = settings.get(ZetcdSettings.TRANSPORT) == ZooKeeperSettings.Transport.NETTY;
    return new ZooKeeperClientOptions(
        ZooKeeperDialect.ZETCD,
        ZooKeeperDialect.ZETCD.endpoints().parseAll(config.endpoints()),
        millis(settings.get(ZetcdSettings.SESSION_TIMEOUT)),
        root(settings, ZetcdSettings.ROOT),
        ZooDefs.Ids.OPEN_ACL_UNSAFE,
        maxBuffer,
        settings.get(ZetcdSettings.MAX_TXN_OPS),
        Optional.empty(),
        Optional.empty(),
        client(netty, false, maxBuffer, Optional.empty()),
        Optional.empty(),
        LoadClient.of(settings));
  }

  private static int millis(Duration timeout) {
    return Math.toIntExact(Math.clamp(timeout.toMillis(), 1, Integer.MAX_VALUE));
  }

  public static String root(Settings settings, Setting<String> setting) throws BindingException {
    String root = settings.get(setting);
    boolean valid = root.startsWith("/") && !root.startsWith("/zookeeper/") && root.length() > 1;
    RecordPaths names = new RecordPaths("");
    for (String name : root.substring(Math.min(1, root.length())).split("/", -1)) {
      valid &= names.of(name) != null;
    }
    if (!valid || root.equals("/zookeeper")) {
      throw new BindingException(
          setting.name()
              + "="
              + root
              + " cannot hold records; give the path of a znode of its own, such as /kvbench.");
    }
    return root;
  }

  private static List<ACL> acl(Settings settings, boolean hasCredentials) throws BindingException {
    return switch (settings.get(ZooKeeperSettings.ACL)) {
      case OPEN -> ZooDefs.Ids.OPEN_ACL_UNSAFE;
      case CREATOR -> {
        boolean certified =
            settings.get(ZooKeeperSettings.SECURE)
                && ZooKeeperSettings.TLS.stream()
                    .anyMatch(
                        setting ->
                            setting.name().endsWith("keyStore.location")
                                && settings.isGiven(setting));
        if (!hasCredentials && !certified && !settings.isGiven(ZooKeeperSettings.SASL_JAAS)) {
          throw new BindingException(
              settings.whereIs(ZooKeeperSettings.ACL)
                  + ": zookeeper.acl=creator needs an identity; set zookeeper.auth.file,"
                  + " zookeeper.sasl.jaas or a key store.");
        }
        yield ZooDefs.Ids.CREATOR_ALL_ACL;
      }
    };
  }

  private static ZKClientConfig client(
      Settings settings, int maxBuffer, Optional<JaasLogin> login) {
    boolean secure = settings.get(ZooKeeperSettings.SECURE);
    boolean netty =
        secure || settings.get(ZooKeeperSettings.TRANSPORT) == ZooKeeperSettings.Transport.NETTY;
    ZKClientConfig client = client(netty, secure, maxBuffer, login);
    pass(settings, ZooKeeperSettings.TLS, client);
    pass(settings, ZooKeeperSettings.SASL, client);
    return client;
  }

  private static ZKClientConfig client(
      boolean netty, boolean secure, int maxBuffer, Optional<JaasLogin> login) {
    ZKClientConfig client = new ZKClientConfig();
    client.setProperty(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, netty ? NETTY : NIO);
    client.setProperty(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, CLOSE_LIMIT_MILLIS);
    client.setProperty(
        ZKClientConfig.JUTE_MAXBUFFER, Integer.toString(maxBuffer + ANSWER_OVERHEAD_BYTES));
    client.setProperty(ZKClientConfig.SECURE_CLIENT, Boolean.toString(secure));
    client.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, Boolean.toString(login.isPresent()));
    if (login.filter(JaasLogin::digest).isPresent()) {
      // The default is on, and then the client library does not use MD5.
      client.setProperty(X509Util.FIPS_MODE_PROPERTY, "false");
    }
    return client;
  }

  private static void pass(
      Settings settings, List<Setting<String>> properties, ZKClientConfig client) {
    for (Setting<String> property : properties) {
      settings.find(property).ifPresent(value -> client.setProperty(property.name(), value));
    }
  }

  /** Reads the stores now, because the client library would only log errors in them. */
  private static Optional<ZooKeeperTls> tls(Settings settings, ZKClientConfig client)
      throws BindingException {
    if (!settings.get(ZooKeeperSettings.SECURE)) {
      return Optional.empty();
    }
    try (ClientX509Util util = new ClientX509Util()) {
      return Optional.of(
          new ZooKeeperTls(
              util.createSSLContext(client), util.createNettySslContextForClient(client)));
    } catch (X509Exception | SSLException | RuntimeException e) {
      throw new BindingException(
          "TLS to ZooKeeper cannot be set up: "
              + Causes.innermost(e)
              + "; check the zookeeper.ssl.* settings.",
          e);
    }
  }

  /** Returns the same options for one of the servers. */
  public ZooKeeperClientOptions only(Endpoint endpoint) {
    return new ZooKeeperClientOptions(
        dialect,
        List.of(endpoint),
        sessionTimeoutMillis,
        root,
        acl,
        maxRequestBytes,
        maxEtcdKeys,
        credentials,
        login,
        client,
        tls,
        loadClient);
  }

  /**
   * Removes the limit on the size of answers for later sessions of the client library, for the
   * names of a million znodes. Existing sessions keep their limit.
   */
  public void acceptAnyAnswer() {
    client.setProperty(ZKClientConfig.JUTE_MAXBUFFER, Integer.toString(Integer.MAX_VALUE));
  }

  /** Returns whether the SASL login has no user and password. */
  public boolean isKerberos() {
    return login.filter(given -> !given.digest()).isPresent();
  }

  /** Returns all endpoints in the format of the client library. */
  public String connectString() {
    return String.join(",", endpoints.stream().map(Endpoint::toString).toList());
  }
}
