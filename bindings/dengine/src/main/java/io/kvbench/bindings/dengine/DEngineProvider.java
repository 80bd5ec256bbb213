package io.kvbench.bindings.dengine;

import io.kvbench.bindings.dengine.server.DEngineServers;
import io.kvbench.bindings.support.Check;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.OwnConnections;
import io.kvbench.core.binding.SystemColour;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The provider of the system {@code dengine}. */
public final class DEngineProvider implements BindingProvider {
  private static final String ACKNOWLEDGEMENT =
      "d-engine, as it is by default, acknowledges a write when most servers have it in memory,"
          + " before it is on any disk. Systems that write it to disk first, such as etcd, promise"
          + " more: a comparison of the two has to say so.";

  static final SystemDescriptor DENGINE =
      new SystemDescriptor(
              "dengine",
              "d-engine",
              EnumSet.allOf(Capability.class),
              Map.of(),
              DEngineSettings.all(),
              false,
              false,
              true)
          // Eventual reads come from any server; nothing is documented about their order.
          .promising(
              Promises.of(ReadPromise.LINEARIZABLE, ReadPromise.LINEARIZABLE, ReadPromise.ANY))
          .lacking(
              "d-engine has neither locks nor leases; omit lockproportion, electionproportion, membershipproportion and the lease proportions, or choose another system.",
              Capability.coordination())
          .lacking(
              "kvbench connects to d-engine through gRPC's library, which does not report when its"
                  + " connections are established; omit oneshotreadproportion, or choose another"
                  + " system.",
              Capability.oneShot())
          .lacking(
              "d-engine returns all records below a prefix, in no order, and takes neither a start"
                  + " nor a limit; choose a workload with scanproportion=0, or another system.",
              Capability.SCAN)
          .lacking(
              "d-engine returns all records below a prefix, in no order, and takes neither a start"
                  + " nor a limit; set range.select=prefix or all, and omit range.limit,"
                  + " range.pagesize and range.descending.",
              Capability.RANGE_FROM,
              Capability.RANGE_LIMIT,
              Capability.RANGE_DESCENDING)
          .lacking(
              "d-engine returns whole records only; set range.content=records.",
              Capability.RANGE_KEYS,
              Capability.RANGE_COUNT)
          .lacking(
              "d-engine carries out one write in a request; omit transactionproportion, set"
                  + " stm.reads=1, or choose another system.",
              Capability.TRANSACTION,
              Capability.TRANSACTION_GUARD)
          .lacking(
              "d-engine reads several keys in one request, but looks up each by itself, so that a"
                  + " write may come in between; omit readtransactionproportion, or choose another"
                  + " system.",
              Capability.READ_TRANSACTION)
          .lacking(
              "d-engine reads the latest values only; set stm.isolation=repeatable_reads.",
              Capability.SNAPSHOT)
          .lacking(
              "d-engine's answer to a write has no version, so that an event is matched with its write"
                  + " by the value, which has to be another one for each write; set valuesize=8 or"
                  + " more.",
              Capability.WATCHER_SHORT)
          .lacking(
              "d-engine's watches are not one-shot; set watch.once=false.", Capability.WATCHER_ONCE)
          .lacking(
              "d-engine watches from now on only; omit watchreplayproportion, or choose another"
                  + " system.",
              Capability.WATCHER_REPLAY)
          .opening(OwnConnections.PER_HUNDRED_WATCHERS, Capability.WATCHER)
          .remarking(
              Capability.WATCHER,
              "d-engine's watchers are matched with writes by value, and report nothing of the time"
                  + " in which they were interrupted. Under concurrent writes, servers of 0.2.4 apply"
                  + " and report some writes twice, which counts as duplicated deliveries. A server"
                  + " serves 100 watchers on a TCP connection.")
          .remarking(
              Capability.WATCHER_ALL,
              "d-engine watches all records below a path, which dengine.prefix gives.")
          .remarking(
              Capability.RANGE_RECORDS,
              "d-engine returns the records of a range in no order. Its leader answers at once from"
                  + " its own state, whatever readconsistency is, without confirming that it still"
                  + " leads.")
          .noting(ACKNOWLEDGEMENT)
          .remarking(
              Capability.WATCH,
              "d-engine's events do not name the write, and are known by their value: with values"
                  + " of a few bytes another client's write of the same value may end a WATCH."
                  + " Events that servers drop under load are TIMEOUTs.");

  @Override
  public List<SystemDescriptor> systems() {
    return List.of(DENGINE);
  }

  @Override
  public SystemColour colour(SystemDescriptor system) {
    return SystemColour.ORANGE;
  }

  /** Results state that records expired: reads may not have found them. */
  @Override
  public SystemDescriptor with(SystemDescriptor system, Settings settings) {
    SystemDescriptor watching =
        settings.find(DEngineSettings.PREFIX).filter(prefix -> !isPath(prefix)).isPresent()
            ? system.lacking(
                "d-engine watches one record, or all below a path; set dengine.prefix to a text that"
                    + " begins and ends with '/', such as /kvbench/.",
                Capability.WATCHER_ALL)
            : system;
    SystemDescriptor reading =
        settings
            .find(DEngineSettings.DEFAULT_READ)
            .filter(DEngineSettings.DefaultRead.LEASE::equals)
            .map(
                lease ->
                    watching.promising(
                        Promises.of(ReadPromise.LEASE, ReadPromise.LINEARIZABLE, ReadPromise.ANY)))
            .orElse(watching);
    return settings
        .find(DEngineSettings.TIME_TO_LIVE)
        .map(time -> reading.noting(ACKNOWLEDGEMENT, goingAway(time)))
        .orElse(reading);
  }

  private static boolean isPath(String prefix) {
    return prefix.startsWith("/") && prefix.endsWith("/");
  }

  private static String goingAway(Duration time) {
    return "Records have a time to live of %s s (dengine.ttl): later reads do not find them, and they are not counted."
        .formatted(time.toSeconds());
  }

  /** Writes go to the leader, at the address that servers report. */
  @Override
  public Optional<String> bypass(SystemDescriptor system) {
    return Optional.of(
        "d-engine's clients connect to the address that servers report for their leader, past any"
            + " proxy; choose another system.");
  }

  @Override
  public void check(
      SystemDescriptor system, List<String> endpoints, Settings settings, Problems problems) {
    if (!endpoints.isEmpty()) {
      Check.run("endpoints", () -> DEngineClientOptions.ENDPOINTS.parseAll(endpoints), problems);
    }
    Check.run(
        settings.whereIs(DEngineSettings.PREFIX),
        () -> DEngineClientOptions.prefix(settings),
        problems);
    Check.run(
        settings.whereIs(DEngineSettings.TIME_TO_LIVE),
        () -> DEngineClientOptions.timeToLiveSeconds(settings),
        problems);
    Check.run(
        settings.whereIs(DEngineSettings.KEEPALIVE_TIME),
        () -> DEngineClientOptions.keepAliveTime(settings),
        problems);
  }

  @Override
  public SystemServers servers(SystemDescriptor system) {
    return new DEngineServers(new DEngineProbe());
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config)
      throws BindingException, InterruptedException {
    return DEngineBinding.open(DEngineClientOptions.of(config), config);
  }
}
