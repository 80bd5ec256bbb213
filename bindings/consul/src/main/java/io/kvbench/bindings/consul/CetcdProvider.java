package io.kvbench.bindings.consul;

import io.kvbench.bindings.consul.api.ConsulDialect;
import io.kvbench.bindings.consul.options.CetcdSettings;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.consul.server.CetcdServers;
import io.kvbench.bindings.consul.traffic.ConsulTraffic;
import io.kvbench.bindings.support.Check;
import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemColour;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.binding.Traffic;
import io.kvbench.core.operation.Outcome;
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
 * The provider of the system {@code cetcd}, a proxy that stores the keys of Consul clients in etcd.
 */
public final class CetcdProvider implements BindingProvider {
  private static final String NOTE =
      "No package registry has cetcd, and kvbench does not build it. Its rows in the documentation"
          + " are tried on a small server that does as cetcd's source says; the contract on a real"
          + " cetcd runs wherever a cetcd is on the PATH.";

  private static final int MOST_CONNECTIONS = 1_000;

  static final SystemDescriptor CETCD =
      new SystemDescriptor(
              "cetcd",
              ConsulDialect.CETCD.title(),
              EnumSet.allOf(Capability.class),
              Map.of(),
              CetcdSettings.all(),
              false,
              true,
              true)
          .growing(MOST_CONNECTIONS)
          // Without "consistent", cetcd reads from its own etcd's local state. It answers false
          // both for a version that has changed and if etcd failed.
          .promising(
              Promises.of(ReadPromise.PREFIX, ReadPromise.LINEARIZABLE, ReadPromise.PREFIX)
                  .doubting(Outcome.CONFLICT))
          .lacking(
              "cetcd's sessions are not those of Consul; omit lockproportion, electionproportion,"
                  + " membershipproportion and the lease proportions, or choose another system.",
              Capability.coordination())
          .lacking(
              "connections to cetcd have no sessions; omit oneshot.session.",
              Capability.ONE_SHOT_SESSION)
          .lacking(
              "cetcd acknowledges a delete and leaves the value where it is; choose a workload with"
                  + " deleteproportion=0, or another system.",
              Capability.DELETE)
          .lacking(
              "cetcd speaks Consul's protocol, which has no scan with a start and a limit; choose a"
                  + " workload with scanproportion=0, or another system.",
              Capability.SCAN)
          .lacking(
              "cetcd speaks Consul's protocol, whose ranges have a prefix and nothing else; set"
                  + " range.select=prefix or all, range.content=records or keys, and omit"
                  + " range.limit, range.pagesize and range.descending.",
              Capability.RANGE_FROM,
              Capability.RANGE_COUNT,
              Capability.RANGE_LIMIT,
              Capability.RANGE_DESCENDING)
          .lacking(
              "cetcd breaks the connection over a transaction; choose a workload with"
                  + " transactionproportion=0, stmproportion=0 or stm.reads=1, and"
                  + " readtransactionproportion=0, or another system.",
              Capability.TRANSACTION,
              Capability.TRANSACTION_GUARD,
              Capability.READ_TRANSACTION)
          .lacking(
              "cetcd speaks Consul's protocol, which reads the latest values only; set"
                  + " stm.isolation=repeatable_reads.",
              Capability.SNAPSHOT)
          .lacking(
              "cetcd speaks Consul's protocol, which has no watches; choose a workload with"
                  + " watchproportion=0, or another system.",
              Capability.WATCH)
          .lacking(
              "cetcd's answers to writes have no version for watchers to report; omit"
                  + " watchedupdateproportion and watchreplayproportion, or choose another system.",
              Capability.watchers());

  @Override
  public List<SystemDescriptor> systems() {
    return List.of(CETCD);
  }

  @Override
  public SystemColour colour(SystemDescriptor system) {
    return SystemColour.PURPLE;
  }

  @Override
  public Optional<String> note(SystemDescriptor system) {
    return Optional.of(NOTE);
  }

  /** The parameters of consul-client have no values, and cetcd ignores such parameters. */
  @Override
  public void check(
      SystemDescriptor system, List<String> endpoints, Settings settings, Problems problems) {
    LoadClient.checkOnly(
        LoadClient.LIGHT,
        "cetcd ignores the read consistency that consul-client requests",
        settings,
        problems);
    if (!endpoints.isEmpty()) {
      Check.run(
          "endpoints", () -> ConsulDialect.CETCD.endpoints(false).parseAll(endpoints), problems);
    }
    Check.run(
        settings.whereIs(CetcdSettings.PREFIX),
        () -> ConsulClientOptions.checkCetcdPrefix(settings),
        problems);
  }

  @Override
  public SystemServers servers(SystemDescriptor system) {
    return new CetcdServers();
  }

  @Override
  public Optional<Traffic> traffic(SystemDescriptor system, Settings settings)
      throws BindingException {
    ConsulClientOptions.checkCetcdPrefix(settings);
    String prefix = settings.get(CetcdSettings.PREFIX);
    return Optional.of((sink, connection) -> new ConsulTraffic(sink, connection, prefix));
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config)
      throws BindingException, InterruptedException {
    return ConsulBinding.open(ConsulClientOptions.ofCetcd(config), config);
  }
}
