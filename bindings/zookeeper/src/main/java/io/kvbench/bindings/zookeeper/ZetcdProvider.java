package io.kvbench.bindings.zookeeper;

import io.kvbench.bindings.support.Check;
import io.kvbench.bindings.zookeeper.options.ZetcdSettings;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.bindings.zookeeper.options.ZooKeeperDialect;
import io.kvbench.bindings.zookeeper.server.ZetcdServers;
import io.kvbench.bindings.zookeeper.traffic.ZooKeeperTraffic;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemColour;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.binding.Traffic;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The provider of the system {@code zetcd}, a proxy that stores the znodes of ZooKeeper clients in
 * etcd.
 */
public final class ZetcdProvider implements BindingProvider {
  /** Each is a session, which is a lease of etcd. */
  private static final int MOST_CONNECTIONS = 1_000;

  static final SystemDescriptor ZETCD =
      new SystemDescriptor(
              "zetcd",
              ZooKeeperDialect.ZETCD.title(),
              EnumSet.allOf(Capability.class),
              Map.of(),
              ZetcdSettings.all(),
              false,
              true,
              false)
          .growing(MOST_CONNECTIONS)
          // Reads are serializable. A sync reads from a quorum of etcd, and the read after it sees
          // that unless zetcd's client of etcd changes its server in between.
          .promising(Promises.of(ReadPromise.PREFIX, ReadPromise.LEASE, ReadPromise.PREFIX))
          .lacking(
              "kvbench runs no recipes of ZooKeeper on zetcd, which lacks some of the requests that"
                  + " they use; omit lockproportion, electionproportion, membershipproportion and"
                  + " the lease proportions, or choose another system.",
              Capability.coordination())
          .lacking(
              "zetcd speaks ZooKeeper's protocol, which has no ordered scan; choose a workload with"
                  + " scanproportion=0, or another system.",
              Capability.SCAN)
          .lacking(
              "zetcd lists all children of a znode at once, in no order and without their data; set"
                  + " range.select=all and range.content=keys or count, and omit range.limit,"
                  + " range.pagesize and range.descending.",
              Capability.RANGE_PREFIX,
              Capability.RANGE_FROM,
              Capability.RANGE_RECORDS,
              Capability.RANGE_LIMIT,
              Capability.RANGE_DESCENDING)
          .lacking(
              "zetcd breaks the connection over a read transaction, a request of newer ZooKeepers;"
                  + " omit readtransactionproportion, or choose another system.",
              Capability.READ_TRANSACTION)
          .lacking(
              "zetcd speaks ZooKeeper's protocol, which reads the latest values only; set"
                  + " stm.isolation=repeatable_reads.",
              Capability.SNAPSHOT)
          .lacking(
              "zetcd has one-shot watches only: it breaks the connection over a persistent one, a"
                  + " request of newer ZooKeepers; omit watchedupdateproportion and"
                  + " watchreplayproportion, or choose another system.",
              Capability.watchers())
          .remarking(Capability.RANGE_KEYS, ZooKeeperDialect.ZETCD.listRemark())
          .remarking(
              Capability.RANGE_COUNT,
              "zetcd counts records by reading all of them from etcd, so that a count takes as long"
                  + " as a list.")
          .remarking(Capability.WATCH, ZooKeeperDialect.ZETCD.watchRemark());

  @Override
  public List<SystemDescriptor> systems() {
    return List.of(ZETCD);
  }

  @Override
  public SystemColour colour(SystemDescriptor system) {
    return SystemColour.SKY_BLUE;
  }

  @Override
  public void check(
      SystemDescriptor system, List<String> endpoints, Settings settings, Problems problems) {
    if (!endpoints.isEmpty()) {
      Check.run(
          "endpoints", () -> ZooKeeperDialect.ZETCD.endpoints().parseAll(endpoints), problems);
    }
    Check.run(
        settings.whereIs(ZetcdSettings.ROOT),
        () -> ZooKeeperClientOptions.root(settings, ZetcdSettings.ROOT),
        problems);
    checkTransactions(settings, problems);
  }

  /** Adds a problem if transactions of the workload never fit into one of etcd's. */
  private static void checkTransactions(Settings settings, Problems problems) {
    checkKeys("transactionproportion", "transactionlength", settings, problems);
    checkKeys("stmproportion", "stm.reads", settings, problems);
  }

  private static void checkKeys(
      String proportion, String length, Settings settings, Problems problems) {
    int most = settings.get(ZetcdSettings.MAX_TXN_OPS);
    int updates = (int) number(length, settings);
    if (number(proportion, settings) > 0 && ZooKeeperDialect.keysOfUpdates(updates) > most) {
      problems.add(
          settings.whereIs(ZetcdSettings.MAX_TXN_OPS),
          "zetcd.maxtxnops=%d is too low for %s=%d, which makes zetcd write %d keys of etcd; set %s to %d, or raise zetcd.maxtxnops together with etcd's --max-txn-ops."
              .formatted(
                  most,
                  length,
                  updates,
                  ZooKeeperDialect.keysOfUpdates(updates),
                  length,
                  Math.max(1, ZooKeeperDialect.updatesIn(most))));
    }
  }

  /** Returns a setting of the workload; 0 if it is not declared. */
  private static double number(String name, Settings settings) {
    return settings.entries().stream()
        .filter(entry -> entry.setting().name().equals(name))
        .mapToDouble(entry -> Double.parseDouble(entry.text()))
        .findFirst()
        .orElse(0);
  }

  @Override
  public SystemServers servers(SystemDescriptor system) {
    return new ZetcdServers();
  }

  @Override
  public Optional<Traffic> traffic(SystemDescriptor system, Settings settings)
      throws BindingException {
    String root = ZooKeeperClientOptions.root(settings, ZetcdSettings.ROOT);
    return Optional.of((sink, connection) -> new ZooKeeperTraffic(sink, connection, root));
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config)
      throws BindingException, InterruptedException {
    return ZooKeeperBinding.open(ZooKeeperClientOptions.ofZetcd(config), config);
  }
}
