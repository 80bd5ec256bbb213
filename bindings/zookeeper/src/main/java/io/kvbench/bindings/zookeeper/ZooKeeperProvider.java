package io.kvbench.bindings.zookeeper;

import io.kvbench.bindings.support.Check;
import io.kvbench.bindings.zookeeper.options.YcsbNames;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.bindings.zookeeper.options.ZooKeeperCredentials;
import io.kvbench.bindings.zookeeper.options.ZooKeeperDialect;
import io.kvbench.bindings.zookeeper.options.ZooKeeperSettings;
import io.kvbench.bindings.zookeeper.server.ZooKeeperServers;
import io.kvbench.bindings.zookeeper.traffic.ZooKeeperTraffic;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.OwnConnections;
import io.kvbench.core.binding.SystemColour;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.binding.Traffic;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.operation.VersionScope;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The provider of the system {@code zookeeper}. */
public final class ZooKeeperProvider implements BindingProvider {
  static final SystemDescriptor ZOOKEEPER =
      new SystemDescriptor(
              "zookeeper",
              ZooKeeperDialect.ZOOKEEPER.title(),
              EnumSet.allOf(Capability.class),
              Map.of(),
              ZooKeeperSettings.all(),
              false)
          .lacking(
              "ZooKeeper does not report the remaining time of a session, which a lease is; set"
                  + " lease.query=false.",
              Capability.LEASE_TTL)
          .lacking(
              "ZooKeeper keeps no earlier versions to watch from; omit watchreplayproportion.",
              Capability.WATCHER_REPLAY)
          .lacking(
              "ZooKeeper reads the latest values only; set stm.isolation=repeatable_reads.",
              Capability.SNAPSHOT)
          .lacking(
              "ZooKeeper has no ordered scan; choose a workload with scanproportion=0, or another"
                  + " system.",
              Capability.SCAN)
          .lacking(
              "ZooKeeper lists all children of a znode at once, in no order and without their data;"
                  + " set range.select=all and range.content=keys or count, and omit range.limit,"
                  + " range.pagesize and range.descending.",
              Capability.RANGE_PREFIX,
              Capability.RANGE_FROM,
              Capability.RANGE_RECORDS,
              Capability.RANGE_LIMIT,
              Capability.RANGE_DESCENDING)
          // A sync needs no quorum, and a server may apply a write after others (docs/guide).
          .promising(
              Promises.of(ReadPromise.SESSION, ReadPromise.SESSION, ReadPromise.SESSION)
                  .ordering(VersionScope.STORE))
          .opening(OwnConnections.PER_CLIENT, Capability.LOCK, Capability.ELECTION)
          .opening(OwnConnections.PER_LEASE, Capability.LEASE)
          .opening(OwnConnections.PER_STREAM, Capability.WATCHER)
          .remarking(Capability.RANGE_KEYS, ZooKeeperDialect.ZOOKEEPER.listRemark())
          .remarking(Capability.WATCH, ZooKeeperDialect.ZOOKEEPER.watchRemark())
          .remarking(
              Capability.WATCHER,
              "each stream of watchers is a ZooKeeper session of its own. Watchers of one record on"
                  + " one stream share a watch of the server, and the client library distributes"
                  + " its events. Persistent watches need servers of version 3.9 or newer, whose"
                  + " events have a zxid; of the writes during a lost connection they deliver the"
                  + " last at most, and watchers of all records none.");

  @Override
  public List<SystemDescriptor> systems() {
    return List.of(ZOOKEEPER);
  }

  @Override
  public SystemColour colour(SystemDescriptor system) {
    return SystemColour.VERMILION;
  }

  @Override
  public List<Setting<Map<String, String>>> translations(SystemDescriptor system) {
    return YcsbNames.ALL;
  }

  @Override
  public void check(
      SystemDescriptor system, List<String> endpoints, Settings settings, Problems problems) {
    if (!endpoints.isEmpty()) {
      Check.run(
          "endpoints", () -> ZooKeeperDialect.ZOOKEEPER.endpoints().parseAll(endpoints), problems);
    }
    Check.run(
        settings.whereIs(ZooKeeperSettings.ROOT),
        () -> ZooKeeperClientOptions.root(settings, ZooKeeperSettings.ROOT),
        problems);
    Check.run(
        settings.whereIs(ZooKeeperSettings.AUTH),
        () -> ZooKeeperCredentials.of(settings),
        problems);
  }

  @Override
  public SystemServers servers(SystemDescriptor system) {
    return new ZooKeeperServers();
  }

  @Override
  public Optional<Traffic> traffic(SystemDescriptor system, Settings settings)
      throws BindingException {
    String root = ZooKeeperClientOptions.root(settings, ZooKeeperSettings.ROOT);
    return Optional.of((sink, connection) -> new ZooKeeperTraffic(sink, connection, root));
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config)
      throws BindingException, InterruptedException {
    return ZooKeeperBinding.open(ZooKeeperClientOptions.of(config), config);
  }
}
