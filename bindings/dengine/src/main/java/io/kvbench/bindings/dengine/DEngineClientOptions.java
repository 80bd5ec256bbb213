package io.kvbench.bindings.dengine;

import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.EndpointForm;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.setting.Settings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The options of every connection of a binding.
 *
 * @param endpoints all servers
 * @param prefix the prefix of every key, a character for each byte
 * @param leaseByDefault whether reads without a consistency are lease reads
 * @param timeToLiveSeconds the time to live of written records; 0 disables it
 * @param eventLoops threads that send and receive
 * @param requestTimeout the timeout of an operation; zero disables it
 * @param keepAliveTime the idle time before a keepalive ping; zero disables pings
 * @param keepAliveTimeout the timeout of a keepalive ping
 */
record DEngineClientOptions(
    List<Endpoint> endpoints,
    String prefix,
    boolean leaseByDefault,
    long timeToLiveSeconds,
    int eventLoops,
    Duration requestTimeout,
    Duration keepAliveTime,
    Duration keepAliveTimeout) {
  static final EndpointForm ENDPOINTS =
      new EndpointForm("d-engine", 0, Set.of("http"), ". There is no usual port, and no TLS.");

  static DEngineClientOptions of(BindingConfig config) throws BindingException {
    Settings settings = config.settings();
    return new DEngineClientOptions(
        ENDPOINTS.parseAll(config.endpoints()),
        prefix(settings),
        settings.get(DEngineSettings.DEFAULT_READ) == DEngineSettings.DefaultRead.LEASE,
        timeToLiveSeconds(settings),
        settings.get(DEngineSettings.EVENT_LOOPS),
        settings.get(DEngineSettings.REQUEST_TIMEOUT),
        keepAliveTime(settings),
        settings.get(DEngineSettings.KEEPALIVE_TIMEOUT));
  }

  static String prefix(Settings settings) throws BindingException {
    String prefix = settings.get(DEngineSettings.PREFIX);
    if (!StandardCharsets.ISO_8859_1.newEncoder().canEncode(prefix)) {
      throw new BindingException("dengine.prefix=" + prefix + " has characters beyond one byte.");
    }
    return prefix;
  }

  /** The servers count whole seconds; 0 means no expiry. */
  static long timeToLiveSeconds(Settings settings) throws BindingException {
    Optional<Duration> time = settings.find(DEngineSettings.TIME_TO_LIVE);
    if (time.isEmpty()) {
      return 0;
    }
    long seconds = time.get().toSeconds();
    if (seconds == 0 || !time.get().equals(Duration.ofSeconds(seconds))) {
      throw new BindingException(
          "dengine.ttl has to be whole seconds, at least 1s; omit it for records that stay.");
    }
    return seconds;
  }

  /** gRPC would silently raise shorter ones. */
  static Duration keepAliveTime(Settings settings) throws BindingException {
    Duration time = settings.get(DEngineSettings.KEEPALIVE_TIME);
    if (!time.isZero() && time.toSeconds() < 10) {
      throw new BindingException(
          "dengine.keepalive.time is too short: it takes at least 10s, or 0s to switch it off.");
    }
    return time;
  }

  /** Returns all endpoints as one text, for messages. */
  String where() {
    return String.join(", ", endpoints.stream().map(Endpoint::toString).toList());
  }
}
