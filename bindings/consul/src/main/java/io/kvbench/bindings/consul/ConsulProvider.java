package io.kvbench.bindings.consul;

import io.kvbench.bindings.consul.api.ConsulDialect;
import io.kvbench.bindings.consul.operation.ConsulCoordinationCalls;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.consul.options.ConsulSettings;
import io.kvbench.bindings.consul.options.ConsulTls;
import io.kvbench.bindings.consul.options.ConsulToken;
import io.kvbench.bindings.consul.server.ConsulServers;
import io.kvbench.bindings.consul.traffic.ConsulTraffic;
import io.kvbench.bindings.support.Check;
import io.kvbench.bindings.support.LoadClient;
import io.kvbench.bindings.support.TimesToLive;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.OwnConnections;
import io.kvbench.core.binding.SystemColour;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.binding.Traffic;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.operation.VersionScope;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The provider of the system {@code consul}. */
public final class ConsulProvider implements BindingProvider {
  private static final String NO_WATCH =
      "Consul has queries that wait instead of watches: they tell that a record has changed, not by"
          + " which write, and take a connection each; choose a workload with watchproportion=0, or"
          + " another system.";

  /** Fewer than the 200 that an agent accepts from one address by default. */
  private static final int MOST_CONNECTIONS = 150;

  private static final SystemDescriptor SCANNING =
      new SystemDescriptor(
              "consul",
              "Consul",
              EnumSet.allOf(Capability.class),
              Map.of(),
              ConsulSettings.all(),
              false,
              true,
              true)
          .promising(
              Promises.of(ReadPromise.LEASE, ReadPromise.LINEARIZABLE, ReadPromise.PREFIX)
                  .ordering(VersionScope.STORE))
          .lacking(
              "Consul reports the time to live of a session, but not how much of it is left; set"
                  + " lease.query=false.",
              Capability.LEASE_TTL)
          .lacking(
              "connections to Consul have no sessions; omit oneshot.session.",
              Capability.ONE_SHOT_SESSION)
          .lacking(NO_WATCH, Capability.WATCH)
          .lacking(
              "Consul has one kind of watch, a query that ends with its event and is sent again;"
                  + " omit watch.once.",
              Capability.WATCHER_ONCE)
          .lacking(
              "Consul keeps no earlier versions to watch from; omit watchreplayproportion.",
              Capability.WATCHER_REPLAY)
          .lacking(
              "Consul reads the latest values only; set stm.isolation=repeatable_reads.",
              Capability.SNAPSHOT)
          .lacking(
              "Consul's reads of several records select them by a prefix only; set"
                  + " range.select=prefix or all, and omit range.pagesize.",
              Capability.RANGE_FROM)
          .lacking(
              "Consul does not count records; set range.content=keys, which returns all keys.",
              Capability.RANGE_COUNT)
          .lacking(
              "Consul always returns every record with the prefix; omit range.limit and"
                  + " range.pagesize, and set range.select=prefix to read fewer.",
              Capability.RANGE_LIMIT)
          .lacking(
              "Consul returns records in ascending order only; omit range.descending.",
              Capability.RANGE_DESCENDING)
          .growing(MOST_CONNECTIONS)
          .opening(
              OwnConnections.PER_CLIENT,
              Capability.LOCK,
              Capability.ELECTION,
              Capability.LEASE_EXPIRY)
          .opening(OwnConnections.PER_WATCHER, Capability.WATCHER)
          .remarking(
              Capability.LOCK,
              "Consul ends a dead owner's session after up to twice its time to live, and no client"
                  + " can acquire the lock for another consul.lock.delay.")
          .remarking(
              Capability.ELECTION,
              "Consul ends a dead leader's session after up to twice its time to live, and no"
                  + " client can be elected for another consul.lock.delay.")
          .remarking(
              Capability.LEASE_EXPIRY, "Consul ends a session after up to twice its time to live.")
          .remarking(
              Capability.RANGE_RECORDS,
              "Consul returns the records of a range as JSON, with values in Base64, which takes a"
                  + " third more than the values.")
          .remarking(
              Capability.WATCHER,
              "A watched update is a transaction of one write, because Consul's answer to a put has"
                  + " no index that watchers could report; its flags are random, because Consul"
                  + " skips a write that changes nothing. A watcher is a blocking query, which is"
                  + " sent again after each event, on a connection of its own, whatever"
                  + " watch.streams is.")
          .remarking(
              Capability.WATCHER_ALL,
              "Each answer to a watcher of all records has all of them, as JSON, with values in"
                  + " Base64.")
          .remarking(
              Capability.READ_TRANSACTION,
              "Consul rejects a read transaction as a whole if one of its records is missing, which"
                  + " is NOT_FOUND; other systems return the records that exist.");

  static final SystemDescriptor CONSUL =
      SCANNING.lacking(
          "Consul returns all records below a prefix and takes neither a start nor a limit. Set"
              + " consul.scan.prefixlength to the number of leading characters that a scan"
              + " shares with its start key, or choose a workload with scanproportion=0.",
          Capability.SCAN);

  @Override
  public List<SystemDescriptor> systems() {
    return List.of(CONSUL);
  }

  @Override
  public SystemColour colour(SystemDescriptor system) {
    return SystemColour.GREEN;
  }

  /** Scans need a prefix length, which depends on the keys; consul-client supports less. */
  @Override
  public SystemDescriptor with(SystemDescriptor system, Settings settings) {
    SystemDescriptor scanning =
        settings
            .find(ConsulSettings.SCAN_PREFIX)
            .map(length -> SCANNING.remarking(Capability.SCAN, scanRemark(length)))
            .orElse(system);
    return settings
        .find(LoadClient.LIGHT_BY_DEFAULT)
        .filter(LoadClient.LIBRARY::equals)
        .map(library -> withLibrary(scanning))
        .orElse(scanning);
  }

  private static SystemDescriptor withLibrary(SystemDescriptor system) {
    return system
        // A rejection may be the answer to a write that was sent again after it had been applied.
        .promising(
            system
                .promises()
                .doubting(
                    Outcome.CONFLICT,
                    ErrorKind.INVALID,
                    ErrorKind.UNAUTHORIZED,
                    ErrorKind.TOO_LARGE,
                    ErrorKind.THROTTLED))
        .lacking(
            "consul-client sends the values of a transaction as text, which would change bytes that"
                + " are not UTF-8; choose client=light, or a workload with transactionproportion=0"
                + " and stmproportion=0.",
            Capability.TRANSACTION,
            Capability.TRANSACTION_GUARD)
        .lacking(
            "consul-client sends the values of a transaction as text, so that a write cannot depend"
                + " on a lock; set lock.write=plain, or choose client=light.",
            Capability.FENCED_UPDATE)
        .lacking(
            "consul-client does not report when its connections are established; choose"
                + " client=light.",
            Capability.oneShot())
        .remarking(
            Capability.WATCHER,
            "client=library: consul-client's answer to a put has no index. A watched update is a"
                + " put with random flags and a read, and fails if another write came between the"
                + " two. A watcher is a blocking query on a thread and a connection of its own.")
        .remarking(
            Capability.MEMBERSHIP,
            "client=library: to join is two requests, for the member and for the group's index.")
        .noting(
            "client=library: when a connection breaks, consul-client's HTTP library may send an"
                + " operation again, a write too, and reports only the last attempt.");
  }

  private static String scanRemark(int length) {
    return "consul.scan.prefixlength=%d: for a scan Consul sends every record whose key begins with %s, and kvbench takes from them those from the start key on, up to the scan's length; behind the last of them a scan ends early."
        .formatted(
            length,
            length == 0
                ? "consul.prefix"
                : "consul.prefix and the first %s of the start key"
                    .formatted(length == 1 ? "character" : length + " characters"));
  }

  @Override
  public void check(
      SystemDescriptor system, List<String> endpoints, Settings settings, Problems problems) {
    if (!endpoints.isEmpty()) {
      boolean tls = settings.get(ConsulSettings.TLS);
      Check.run(
          "endpoints", () -> ConsulDialect.CONSUL.endpoints(tls).parseAll(endpoints), problems);
    }
    if (settings.isGiven(ConsulSettings.LIBRARY) && LoadClient.of(settings) != LoadClient.LIBRARY) {
      problems.add(
          settings.whereIs(ConsulSettings.LIBRARY), "consul.library needs client=library.");
    }
    Check.run("consul", () -> ConsulClientOptions.checkNames(settings), problems);
    Check.run("TLS to Consul", () -> ConsulTls.check(settings), problems);
    Check.run(settings.whereIs(ConsulSettings.TOKEN), () -> ConsulToken.of(settings), problems);
    TimesToLive.check(settings, ConsulCoordinationCalls::isGranted, "10s to 24h", problems);
  }

  @Override
  public SystemServers servers(SystemDescriptor system) {
    return new ConsulServers();
  }

  @Override
  public Optional<Traffic> traffic(SystemDescriptor system, Settings settings)
      throws BindingException {
    ConsulClientOptions.checkNames(settings);
    String prefix = settings.get(ConsulSettings.PREFIX);
    return Optional.of((sink, connection) -> new ConsulTraffic(sink, connection, prefix));
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config)
      throws BindingException, InterruptedException {
    return ConsulBinding.open(ConsulClientOptions.of(config), config);
  }
}
