package io.kvbench.bindings.consul.options;

import io.kvbench.bindings.consul.api.ConsulDialect;
import io.kvbench.bindings.consul.api.RecordKeys;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.operation.Key;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The options of every connection of a binding.
 *
 * @param dialect the servers' dialect of the API
 * @param client the client that sends the load
 * @param library the client library, if the client is one
 * @param endpoints all servers
 * @param targetLeader whether to connect to the leader only
 * @param prefix the prefix of all keys
 * @param keys the mapping from keys to URLs
 * @param lockKeys the same for the keys of locks, which are separate from the records
 * @param lockDelay how long a lock cannot be acquired after its owner's session has ended
 * @param datacenter the datacenter, if it is not the servers' own
 * @param token the ACL token, if any
 * @param requestTimeout the timeout of an operation
 * @param maxBodyBytes the max size of a request that the servers accept
 * @param scanPrefix how many bytes of its start key a scan's keys share, if known
 * @param tls the TLS configuration, if HTTPS is used
 */
public record ConsulClientOptions(
    ConsulDialect dialect,
    LoadClient client,
    ConsulLibrary library,
    List<Endpoint> endpoints,
    boolean targetLeader,
    String prefix,
    RecordKeys keys,
    RecordKeys lockKeys,
    Duration lockDelay,
    Optional<String> datacenter,
    Optional<ConsulToken> token,
    Duration requestTimeout,
    int maxBodyBytes,
    OptionalInt scanPrefix,
    Optional<ConsulTls> tls) {
  /** The prefix of locks, which must not be counted as records. */
  private static final String LOCKS = ".locks/";

  private static final Pattern PREFIX = Pattern.compile("[ -~]*");
  private static final Pattern DATACENTER = Pattern.compile("[A-Za-z0-9_-]+");

  public static ConsulClientOptions of(BindingConfig config) throws BindingException {
    Settings settings = config.settings();
    checkNames(settings);
    ConsulTls.check(settings);
    String prefix = settings.get(ConsulSettings.PREFIX);
    return new ConsulClientOptions(
        ConsulDialect.CONSUL,
        LoadClient.of(settings),
        settings.get(ConsulSettings.LIBRARY),
        ConsulDialect.CONSUL
            .endpoints(settings.get(ConsulSettings.TLS))
            .parseAll(config.endpoints()),
        settings.get(ConsulSettings.TARGET_LEADER),
        prefix,
        RecordKeys.ofConsul(prefix),
        RecordKeys.ofConsul(lockPrefix(prefix)),
        settings.get(ConsulSettings.LOCK_DELAY),
        settings.find(ConsulSettings.DATACENTER),
        ConsulToken.of(settings),
        settings.get(ConsulSettings.REQUEST_TIMEOUT),
        settings.get(ConsulSettings.MAX_VALUE_SIZE),
        settings
            .find(ConsulSettings.SCAN_PREFIX)
            .map(OptionalInt::of)
            .orElseGet(OptionalInt::empty),
        ConsulTls.of(settings));
  }

  public static ConsulClientOptions ofCetcd(BindingConfig config) throws BindingException {
    Settings settings = config.settings();
    checkCetcdPrefix(settings);
    String prefix = settings.get(CetcdSettings.PREFIX);
    return new ConsulClientOptions(
        ConsulDialect.CETCD,
        LoadClient.LIGHT,
        ConsulLibrary.KIWIPROJECT,
        ConsulDialect.CETCD.endpoints(false).parseAll(config.endpoints()),
        false,
        prefix,
        RecordKeys.ofCetcd(prefix),
        RecordKeys.ofCetcd(lockPrefix(prefix)),
        Duration.ZERO,
        Optional.empty(),
        Optional.empty(),
        settings.get(CetcdSettings.REQUEST_TIMEOUT),
        settings.get(CetcdSettings.MAX_VALUE_SIZE),
        OptionalInt.empty(),
        Optional.empty());
  }

  public static void checkCetcdPrefix(Settings settings) throws BindingException {
    String prefix = settings.get(CetcdSettings.PREFIX);
    if (!PREFIX.matcher(prefix).matches() || RecordKeys.ofCetcd(prefix).of(Key.of("k")) == null) {
      throw new BindingException(
          settings.whereIs(CetcdSettings.PREFIX)
              + ": cetcd.prefix="
              + prefix
              + " cannot begin a key of cetcd; give printable ASCII without quotes, backslashes and"
              + " empty parts, such as kvbench/.");
    }
  }

  /** Checks the parts of URLs. */
  public static void checkNames(Settings settings) throws BindingException {
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

  /** Returns the prefix of the keys of locks. */
  public static String lockPrefix(String prefix) {
    return LOCKS + prefix;
  }

  /** Returns the same options for one server. */
  public ConsulClientOptions only(Endpoint endpoint) {
    return new ConsulClientOptions(
        dialect,
        client,
        library,
        List.of(endpoint),
        targetLeader,
        prefix,
        keys,
        lockKeys,
        lockDelay,
        datacenter,
        token,
        requestTimeout,
        maxBodyBytes,
        scanPrefix,
        tls);
  }

  /** Returns all endpoints, for messages. */
  public String allEndpoints() {
    return String.join(", ", endpoints.stream().map(Endpoint::toString).toList());
  }
}
