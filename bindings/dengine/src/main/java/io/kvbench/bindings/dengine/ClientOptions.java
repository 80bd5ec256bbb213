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
 * What every connection of a binding is made of.
 *
 * @param endpoints all servers
 * @param prefix what stands before every key, a character for each byte
 * @param leaseByDefault whether reads without a consistency ask for a lease read
 * @param timeToLiveSeconds after how long written records go away; 0 is never
 * @param eventLoops threads that send and receive
 * @param requestTimeout how long an operation may take; zero is ever
 * @param keepAliveTime the silence after which a connection is tested; zero is never
 * @param keepAliveTimeout how long the test may take
 */
record ClientOptions(
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

  static ClientOptions of(BindingConfig config) throws BindingException {
    Settings settings = config.settings();
    return new ClientOptions(
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

  /** The servers count whole seconds, and take 0 for a record that stays. */
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

  /** Anything shorter would be lengthened by gRPC without a word. */
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
