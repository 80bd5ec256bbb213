package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.measure.DeliveryCounts;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The shipped workloads of ranges, one-shot reads, transactions, locks, leases, groups and
 * watchers, on a real server of every system that can run them.
 */
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
final class CoordinationIT {

  /**
   * A shipped workload, the operations that it needs beside reads and updates, and those that it
   * measures.
   */
  private record Shipped(
      String name, Set<Capability> needs, OperationType measured, String settings) {}

  private static final List<Shipped> ALL =
      List.of(
          new Shipped(
              "ranges",
              Set.of(Capability.RANGE_FROM, Capability.RANGE_LIMIT),
              OperationType.RANGE,
              "operationcount=100"),
          new Shipped(
              "one-shot-reads",
              Set.of(Capability.ONE_SHOT_READ),
              OperationType.ONE_SHOT_READ,
              "operationcount=100"),
          new Shipped(
              "transactions-mixed",
              Set.of(Capability.READ_TRANSACTION, Capability.TRANSACTION),
              OperationType.READ_TRANSACTION,
              "operationcount=100"),
          new Shipped(
              "stm", Set.of(Capability.TRANSACTION_GUARD), OperationType.STM, "operationcount=100"),
          new Shipped(
              "counter",
              Set.of(Capability.COMPARE_AND_SET),
              OperationType.STM,
              "operationcount=100"),
          new Shipped(
              "locks",
              Set.of(Capability.LOCK, Capability.FENCED_UPDATE),
              OperationType.CRITICAL_SECTION,
              "operationcount=40"),
          new Shipped(
              "elections",
              Set.of(Capability.ELECTION, Capability.FENCED_UPDATE),
              OperationType.LEADERSHIP,
              "operationcount=20"),
          new Shipped(
              "lease-keepalive",
              Set.of(Capability.LEASE_KEEPALIVE),
              OperationType.LEASE_KEEPALIVE,
              "leases=20 target=100 operationcount=60"),
          new Shipped(
              "lease-expiry",
              Set.of(Capability.LEASE_EXPIRY),
              OperationType.LEASE_EXPIRY,
              "operationcount=4 maxexecutiontime=0"),
          new Shipped(
              "membership",
              Set.of(Capability.MEMBERSHIP),
              OperationType.WATCH_DELIVERY,
              "groups=3 watch.watchers=5 watch.streams=3 operationcount=40"),
          new Shipped(
              "watch-replay",
              Set.of(Capability.WATCHER_REPLAY),
              OperationType.WATCH_REPLAY,
              "operationcount=100"),
          new Shipped(
              "watch-delivery",
              Set.of(Capability.WATCHER),
              OperationType.WATCH_DELIVERY,
              "watch.keys=10 watch.watchers=5 watch.streams=5 operationcount=100 target=300"),
          new Shipped(
              "watch-fanout",
              Set.of(Capability.WATCHER),
              OperationType.WATCH_DELIVERY,
              "watch.keys=2 watch.watchers=50 watch.streams=5 operationcount=40 target=100"));

  private static final List<String> LIBRARY = List.of("client=library");

  private static final AtomicInteger EQUIVALENTS = new AtomicInteger();
  private static final Pattern ARGUMENTS = Pattern.compile("`(-P workloads/[^`]+)`");

  /** A server of each system for all of its workloads. */
  private static final Map<String, OwnServer> SERVERS = new ConcurrentHashMap<>();

  @TempDir private Path directory;

  private static OwnServer started(String system) {
    try {
      return OwnServer.start(system);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @AfterAll
  static void stopServers() {
    SERVERS.values().forEach(OwnServer::close);
  }

  private static Stream<SystemDescriptor> systems() {
    return ServiceLoader.load(BindingProvider.class).stream()
        .flatMap(provider -> provider.get().systems().stream())
        .filter(system -> !system.local() && !system.name().equals("cetcd"));
  }

  static Stream<Arguments> shipped() {
    return systems().flatMap(system -> shipped(system, List.of()));
  }

  static Stream<Arguments> shippedThroughLibraries() {
    return ServiceLoader.load(BindingProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .flatMap(CoordinationIT::throughLibraries);
  }

  /** With the client library, where that is a choice that makes a difference. */
  private static Stream<Arguments> throughLibraries(BindingProvider provider) {
    return systems()
        .filter(system -> provider.systems().contains(system))
        .map(
            system -> {
              Assignments library = new Assignments();
              library.add("client", "library", Origin.of("-p"));
              return provider.with(
                  system, Settings.resolve(library, system.settings(), new Problems()));
            })
        .filter(system -> !provider.systems().contains(system))
        .flatMap(system -> shipped(system, LIBRARY));
  }

  private static Stream<Arguments> shipped(SystemDescriptor system, List<String> more) {
    return ALL.stream()
        .flatMap(
            shipped -> {
              Set<Capability> lacking = EnumSet.copyOf(shipped.needs());
              lacking.removeAll(system.capabilities());
              List<String> settings = new ArrayList<>(more);
              if (more.equals(LIBRARY) && lacking.remove(Capability.FENCED_UPDATE)) {
                settings.add("lock.write=plain");
              }
              // Through consul-client, writes overtake one another.
              boolean isAlone =
                  more.equals(LIBRARY) && shipped.needs().contains(Capability.WATCHER);
              settings.add(isAlone ? "clients=1" : "clients=4");
              return lacking.isEmpty()
                  ? Stream.of(Arguments.of(system.name(), shipped.name(), settings))
                  : Stream.of();
            });
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void aShippedWorkloadRuns(String system, String workload, List<String> more) throws Exception {
    runShipped(system, workload, more);
  }

  @Tag("matrix")
  @ParameterizedTest
  @MethodSource("shippedThroughLibraries")
  void aShippedWorkloadRunsThroughTheLibrary(String system, String workload, List<String> more)
      throws Exception {
    runShipped(system, workload, more);
  }

  private void runShipped(String system, String workload, List<String> more) throws Exception {
    Shipped shipped =
        ALL.stream().filter(each -> each.name().equals(workload)).findFirst().orElseThrow();
    List<String> settings = new ArrayList<>(List.of(shipped.settings().split(" ", -1)));
    settings.addAll(more);
    settings.addAll(
        List.of(
            "recordcount=50",
            "connections=2",
            // Consul has no shorter one.
            "lease.ttl=" + (system.equals("consul") ? "10s" : "4s"),
            InstalledServers.apart(
                system, workload + (more.contains("client=library") ? "-library" : "")),
            "endpoints=" + SERVERS.computeIfAbsent(system, each -> started(each)).endpoint()));

    RunResult result = run(system, workload, settings);

    PhaseResult phase = result.phases().getLast();
    assertThat(phase.errorCount()).as(() -> phase.errorMessages().toString()).isZero();
    OperationResult measured = phase.operations().get(shipped.measured());
    assertThat(measured).as(() -> phase.operations().keySet().toString()).isNotNull();
    assertThat(measured.okCount()).isPositive();
    assertThat(measured.outcomes().keySet()).isSubsetOf(Outcome.OK, Outcome.CONFLICT);
    result
        .coordination()
        .ifPresent(
            counts -> {
              assertThat(counts.breaksExclusion()).as(counts::toString).isFalse();
              assertThat(counts.earlyExpiries()).isZero();
              counts
                  .deliveries()
                  .ifPresent(
                      told -> {
                        assertThat(told.lost() + told.reordered()).as(told::toString).isZero();
                        if (!system.equals("dengine")) { // Its servers report some writes twice.
                          assertThat(told.duplicated()).as(told::toString).isZero();
                        }
                        assertThat(told.delivered() + told.coalesced()).isEqualTo(told.expected());
                      });
            });
  }

  /** Returns the arguments of every command in the guide's table of etcd's commands. */
  static Stream<String> equivalents() throws IOException {
    Path guide = Path.of("..", "..", "docs", "guide", "coordination.md");
    return Files.readAllLines(guide).stream()
        .filter(row -> row.startsWith("| `"))
        .flatMap(row -> ARGUMENTS.matcher(row).results())
        .map(found -> found.group(1));
  }

  @ParameterizedTest
  @MethodSource("equivalents")
  void theGuidesEquivalentOfACommandOfEtcdsToolIsPlanned(String given) {
    List<String> arguments = new ArrayList<>(List.of("plan", "-db", "etcd"));
    arguments.addAll(List.of(given.split(" ", -1)));
    arguments.addAll(List.of("-p", "endpoints=127.0.0.1:2379"));
    KvbenchCommand plan = KvbenchCommand.run(arguments);
    assertThat(plan.exitCode()).as(plan::said).isZero();
  }

  @Tag("matrix")
  @ParameterizedTest
  @MethodSource("equivalents")
  void theGuidesEquivalentOfACommandOfEtcdsToolRuns(String given) throws Exception {
    String workload = given.split(" ", 3)[1];
    List<String> settings = new ArrayList<>();
    for (String argument : given.split(" ", -1)) {
      if (argument.contains("=")) {
        settings.add(argument);
      }
    }
    settings.addAll(
        List.of(
            "operationcount=60",
            "maxexecutiontime=5s",
            InstalledServers.apart("etcd", "equivalent" + EQUIVALENTS.incrementAndGet()),
            "endpoints=" + SERVERS.computeIfAbsent("etcd", each -> started(each)).endpoint()));
    if (settings.stream().noneMatch(setting -> setting.startsWith("recordcount="))) {
      settings.add("recordcount=100");
    }

    PhaseResult phase =
        run("etcd", workload.substring(workload.indexOf('/') + 1), settings).phases().getLast();

    assertThat(phase.okCount()).isPositive();
    assertThat(phase.errorCount()).as(() -> phase.errorMessages().toString()).isZero();
  }

  @Tag("matrix")
  @Test
  void aHundredThousandWatchersAreServedWithinFourGigabytes() throws Exception {
    RunResult result =
        run(
            "etcd",
            "watch-delivery",
            List.of(
                "watch.watchers=100",
                "watch.streams=100",
                "connections=10",
                "target=20",
                "operationcount=100",
                InstalledServers.apart("etcd", "hundred-thousand"),
                "endpoints=" + SERVERS.computeIfAbsent("etcd", each -> started(each)).endpoint()));

    var operations = result.phases().getLast().operations();
    assertThat(operations.get(OperationType.WATCH_CREATE).okCount()).isEqualTo(100_000);
    DeliveryCounts told = result.coordination().orElseThrow().deliveries().orElseThrow();
    assertThat(told.hasFaults()).as(told::toString).isFalse();
    assertThat(told.delivered()).isEqualTo(told.expected()).isEqualTo(100 * 100);
    assertThat(Runtime.getRuntime().totalMemory()).isLessThan(4L << 30);
  }

  private RunResult run(String system, String workload, List<String> settings) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-db", system, "-P", "workloads/" + workload, "--results", directory.toString()));
    settings.forEach(setting -> arguments.addAll(List.of("-p", setting)));
    for (String setting : List.of("warmuptime=0s", "hosts.every=off", "exit.on=never")) {
      arguments.addAll(List.of("-p", setting));
    }
    RunResult result = KvbenchCommand.run(arguments).result();
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    return result;
  }
}
