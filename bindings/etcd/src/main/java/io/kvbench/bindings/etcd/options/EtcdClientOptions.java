package io.kvbench.bindings.etcd.options;

import com.google.protobuf.ByteString;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.EndpointForm;
import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.setting.Settings;
import io.netty.handler.ssl.SslContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The options of every connection of a binding.
 *
 * @param endpoints all servers
 * @param client the client that sends the load
 * @param prefix the prefix of every key
 * @param eventLoops threads that send and receive
 * @param requestTimeout the timeout of an operation; zero disables it
 * @param keepAliveTime the idle time before a keepalive ping; zero disables pings
 * @param keepAliveTimeout the timeout of a keepalive ping
 * @param targetLeader whether to connect to the leader only
 * @param transactions whether ranges and writes are sent in transactions of their own
 * @param credentials the user, if any
 * @param tls the TLS configuration, if TLS is used
 * @param serverName the name that the servers' certificates must have, if not the endpoint's host
 * @param previous whether watchers' events include the records before the writes
 * @param compaction the compaction of old revisions
 * @param checkHash whether to query servers for the hash of their stores
 */
public record EtcdClientOptions(
    List<Endpoint> endpoints,
    LoadClient client,
    ByteString prefix,
    int eventLoops,
    Duration requestTimeout,
    Duration keepAliveTime,
    Duration keepAliveTimeout,
    boolean targetLeader,
    boolean transactions,
    Optional<EtcdCredentials> credentials,
    Optional<SslContext> tls,
    Optional<String> serverName,
    boolean previous,
    Compaction compaction,
    boolean checkHash) {
  public static final EndpointForm ENDPOINTS =
      new EndpointForm("etcd", 2379, Set.of("http", "https"), ".");

  /**
   * The schedule of compactions, and the number of revisions to keep.
   *
   * @param interval from one compaction to the next; zero disables them
   */
  public record Compaction(Duration interval, long delta) {}

  public static EtcdClientOptions of(BindingConfig config) throws BindingException {
    Settings settings = config.settings();
    return new EtcdClientOptions(
        ENDPOINTS.parseAll(config.endpoints()),
        LoadClient.of(settings),
        prefix(settings),
        settings.get(EtcdSettings.EVENT_LOOPS),
        settings.get(EtcdSettings.REQUEST_TIMEOUT),
        keepAliveTime(settings),
        settings.get(EtcdSettings.KEEPALIVE_TIMEOUT),
        settings.get(EtcdSettings.TARGET_LEADER),
        settings.get(EtcdSettings.TRANSACTIONS),
        EtcdCredentials.of(settings),
        EtcdTls.of(settings, config.endpoints()),
        settings.find(EtcdSettings.SERVER_NAME),
        settings.get(EtcdSettings.PREVIOUS),
        new Compaction(
            settings.get(EtcdSettings.COMPACT_INTERVAL), settings.get(EtcdSettings.COMPACT_DELTA)),
        settings.get(EtcdSettings.CHECK_HASH));
  }

  public static ByteString prefix(Settings settings) throws BindingException {
    String prefix = settings.get(EtcdSettings.PREFIX);
    if (!StandardCharsets.ISO_8859_1.newEncoder().canEncode(prefix)) {
      throw new BindingException("etcd.prefix=" + prefix + " has characters beyond one byte.");
    }
    return ByteString.copyFrom(prefix, StandardCharsets.ISO_8859_1);
  }

  /** gRPC would silently raise shorter ones. */
  public static Duration keepAliveTime(Settings settings) throws BindingException {
    Duration time = settings.get(EtcdSettings.KEEPALIVE_TIME);
    if (!time.isZero() && time.toSeconds() < 10) {
      throw new BindingException(
          "etcd.keepalive.time is too short: it takes at least 10s, or 0s to switch it off.");
    }
    return time;
  }

  /** Returns all endpoints as one text, for messages. */
  public String where() {
    return String.join(", ", endpoints.stream().map(Endpoint::toString).toList());
  }
}
