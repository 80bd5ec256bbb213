package io.kvbench.bindings.consul;

import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * What every connection of a binding is made of.
 *
 * @param endpoints all servers
 * @param prefix what all keys begin with
 * @param keys how keys become URLs
 * @param datacenter which one is meant, where it is not the servers' own
 * @param token who to be
 * @param requestTimeout how long an operation may take
 * @param maxBodyBytes the size of request that the servers still take
 * @param scanPrefix how many bytes of its start key a scan's keys have in common, where it is known
 * @param tls how to speak HTTPS, where it is spoken
 */
record ClientOptions(
    List<Endpoint> endpoints,
    String prefix,
    RecordKeys keys,
    Optional<String> datacenter,
    Optional<Token> token,
    Duration requestTimeout,
    int maxBodyBytes,
    OptionalInt scanPrefix,
    Optional<Tls> tls) {
  private static final Pattern PREFIX = Pattern.compile("[ -~]*");
  private static final Pattern DATACENTER = Pattern.compile("[A-Za-z0-9_-]+");

  static ClientOptions of(BindingConfig config) throws BindingException {
    Settings settings = config.settings();
    checkNames(settings);
    Tls.check(settings);
    String prefix = settings.get(ConsulSettings.PREFIX);
    return new ClientOptions(
        Endpoint.parseAll(config.endpoints(), settings.get(ConsulSettings.TLS)),
        prefix,
        new RecordKeys(prefix),
        settings.find(ConsulSettings.DATACENTER),
        Token.of(settings),
        settings.get(ConsulSettings.REQUEST_TIMEOUT),
        settings.get(ConsulSettings.MAX_VALUE_SIZE),
        settings
            .find(ConsulSettings.SCAN_PREFIX)
            .map(OptionalInt::of)
            .orElseGet(OptionalInt::empty),
        Tls.of(settings));
  }

  /** Checks what stands in URLs. */
  static void checkNames(Settings settings) throws BindingException {
    String prefix = settings.get(ConsulSettings.PREFIX);
    if (!PREFIX.matcher(prefix).matches()) {
      throw new BindingException(
          settings.whereIs(ConsulSettings.PREFIX)
              + ": consul.prefix="
              + prefix
              + " cannot begin a key of Consul; give printable ASCII, such as kvbench/.");
    }
    Optional<String> datacenter = settings.find(ConsulSettings.DATACENTER);
    if (datacenter.isPresent() && !DATACENTER.matcher(datacenter.get()).matches()) {
      throw new BindingException(
          settings.whereIs(ConsulSettings.DATACENTER)
              + ": a datacenter's name has letters, digits, '-' and '_' only.");
    }
  }

  /** Returns all endpoints, for messages. */
  String allEndpoints() {
    return String.join(", ", endpoints.stream().map(Endpoint::toString).toList());
  }
}
