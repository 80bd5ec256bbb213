package io.kvbench.runner.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.run.RunListener;
import io.kvbench.runner.run.RunOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of whole runs inside this JVM. */
@Timeout(120)
final class KvbenchTest {
  private static final BindingProvider MEMORY =
      ServiceLoader.load(BindingProvider.class).findFirst().orElseThrow();

  private static PlanBuilder updates(long seed) {
    return Kvbench.plan("memory")
        .workload(WorkloadSpec.resource("workloads/workloada").records(100 * seed).seed(seed))
        .clients(4)
        .requests(4_000 * seed);
  }

  private static PhaseResult run(RunResult result) {
    assertThat(result.phases()).extracting(PhaseResult::name).contains(PhaseName.RUN);
    return result.phases().getLast();
  }

  private static Map<OperationType, Long> counts(RunResult result) {
    Map<OperationType, Long> counts = new TreeMap<>();
    for (PhaseResult phase : result.phases()) {
      for (Map.Entry<OperationType, OperationResult> each : phase.operations().entrySet()) {
        counts.merge(each.getKey(), each.getValue().count(), Long::sum);
      }
    }
    return counts;
  }

  @Test
  void returnsWhatWasMeasuredAndSaysThatTheProcessIsShared() {
    RunResult result = Kvbench.run(updates(1).build());

    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(run(result).rates().requests()).isEqualTo(4_000);
    assertThat(result.origin().workload()).isEqualTo("workloada");
    assertThat(result.store().storeCheck())
        .hasValueSatisfying(check -> assertThat(check.agrees()).isTrue());
    assertThat(result.use().client().processShared()).contains(true);
    assertThat(Path.of("results")).as("nobody asked for it").doesNotExist();
  }

  @Test
  void writesAResultDirectoryForWhomAsks(@TempDir Path results) throws Exception {
    RunOutcome outcome = Kvbench.run(updates(1).build(), results);

    assertThat(ResultDirectory.readResult(outcome.directory())).isEqualTo(outcome.result());
    assertThat(outcome.directory()).hasParent(results);
    assertThat(Files.readString(outcome.directory().resolve("plan.json")))
        .contains("clients(4)", "requests(4000)", "workload(seed=1)");
  }

  @Test
  void whatCannotBeWrittenIsToldOnce(@TempDir Path results) throws Exception {
    RunListener inTheWay =
        new RunListener() {
          @Override
          public void directoryCreated(Path directory) {
            create(directory.resolve("result.json").resolve("in the way"));
          }
        };

    RunOutcome outcome = Kvbench.run(updates(1).listener(inTheWay).build(), results);

    assertThat(outcome.result().status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(outcome.unwritten())
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("result.json");
  }

  private static void create(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void twoRunsAtTheSameTimeDoNotTouchOneAnother() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    RunListener together =
        new RunListener() {
          @Override
          public void phaseStarted(PhasePlan phase) {
            await(both);
          }

          @Override
          public void phaseEnded(PhasePlan phase) {
            await(both);
          }
        };
    RunResult one;
    RunResult other;
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<RunResult> first =
          callers.submit(() -> Kvbench.run(updates(2).listener(together).build()));
      Future<RunResult> second =
          callers.submit(() -> Kvbench.run(updates(3).listener(together).build()));
      one = first.get();
      other = second.get();
    }

    assertThat(counts(one)).isEqualTo(counts(Kvbench.run(updates(2).build())));
    assertThat(counts(other)).isEqualTo(counts(Kvbench.run(updates(3).build())));
    assertThat(one.store().storeCheck().orElseThrow().keysFound()).isEqualTo(200);
    assertThat(other.store().storeCheck().orElseThrow().keysFound()).isEqualTo(300);
    for (RunResult result : List.of(one, other)) {
      assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(result.use().clientTime().accountedNanos())
          .isEqualTo(result.use().clientTime().totalNanos())
          .isEqualTo(4 * run(result).span().wallNanos());
      assertThat(run(result).errorCount()).isZero();
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anInterruptedCallerGetsWhatWasMeasuredAndStaysInterrupted() throws Exception {
    CountDownLatch measured = new CountDownLatch(1);
    RunListener listener =
        new RunListener() {
          @Override
          public void interval(PhasePlan phase, Interval interval) {
            if (phase.name() == PhaseName.RUN) {
              measured.countDown();
            }
          }
        };
    BenchmarkPlan endless =
        Kvbench.plan("memory")
            .workload(WorkloadSpec.mix("reads").reads(1).records(10))
            .load(LoadSpec.constant(500))
            .duration(Duration.ofHours(10))
            .listener(listener)
            .build();
    FutureTask<Boolean> interrupted =
        new FutureTask<>(() -> Thread.currentThread().isInterrupted());
    FutureTask<RunResult> run =
        new FutureTask<>(
            () -> {
              RunResult result = Kvbench.run(endless);
              interrupted.run();
              return result;
            });
    Thread caller = Thread.ofVirtual().start(run);
    measured.await();
    caller.interrupt();

    RunResult result = run.get();
    assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
    assertThat(result.statusReason().orElseThrow()).contains("interrupted");
    assertThat(run(result).rates().requests()).isPositive();
    assertThat(interrupted.get()).isTrue();
  }

  @Test
  void leavesNoThreadBehind() {
    RunResult result = Kvbench.run(updates(1).build());

    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("kvbench-run", "hiccups");
  }

  @Test
  void whatAListenerThrowsReachesTheCaller() {
    BenchmarkPlan plan =
        updates(1)
            .listener(
                new RunListener() {
                  @Override
                  public void phaseStarted(PhasePlan phase) {
                    throw new IllegalStateException("no more");
                  }
                })
            .build();

    assertThatIllegalStateException().isThrownBy(() -> Kvbench.run(plan)).withMessage("no more");
  }

  @Test
  void aBindingOfTheCallersIsUsedAndLeftOpen() throws Exception {
    SystemDescriptor system = MEMORY.systems().getFirst();
    SystemDescriptor mine =
        new SystemDescriptor(
            "mine", "My store", system.capabilities(), Map.of(), system.settings(), true);
    Recorded recorded = new Recorded(MEMORY);
    BenchmarkPlan opened = updates(1).build();
    try (Binding binding =
        recorded.open(
            mine,
            new BindingConfig(List.of(), 1, Duration.ofSeconds(1), opened.plan().settings()))) {
      RunResult result =
          Kvbench.run(
              Kvbench.plan(mine, binding)
                  .workload(WorkloadSpec.mix("inserts").inserts(1))
                  .requests(50)
                  .build());

      assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(result.system().name()).isEqualTo("mine");
      assertThat(result.phases())
          .as("nobody knows how many")
          .extracting(phase -> phase.load().connections())
          .containsOnly(0);
      assertThat(recorded.closed).isFalse();
      assertThat(binding.servers().getFirst().keys()).hasValue(50);
    }
  }

  @Test
  void aBindingThatIsOpenHasItsConnectionsAlready() throws Exception {
    SystemDescriptor system = MEMORY.systems().getFirst();
    BindingConfig config =
        new BindingConfig(
            List.of(), 1, Duration.ofSeconds(1), updates(1).build().plan().settings());
    try (Binding binding = MEMORY.open(system, config)) {
      assertThatThrownBy(
              () ->
                  Kvbench.plan(system, binding)
                      .workload(WorkloadSpec.mix("inserts").inserts(1))
                      .requests(50)
                      .connections(4)
                      .build())
          .isInstanceOf(PlanException.class)
          .hasMessageContaining("connections(4): the binding is open already");
    }
  }

  @Test
  void serversThatWereClosedFailTheRunAtOnce() throws Exception {
    SystemDescriptor system = MEMORY.systems().getFirst();
    SystemDescriptor elsewhere =
        new SystemDescriptor(
            "memory", "Store", system.capabilities(), Map.of(), system.settings(), false);
    Servers servers = Kvbench.servers("memory").start();
    BenchmarkPlan plan =
        Kvbench.plan(new Elsewhere(elsewhere), "memory")
            .workload(WorkloadSpec.mix("inserts").inserts(1))
            .requests(50)
            .servers(servers)
            .build();
    servers.close();

    RunResult result = Kvbench.run(plan);

    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.statusReason())
        .get(InstanceOfAssertFactories.STRING)
        .contains("are closed already");
  }

  /** A system whose servers must not be contacted. */
  private record Elsewhere(SystemDescriptor system) implements BindingProvider {
    @Override
    public List<SystemDescriptor> systems() {
      return List.of(system);
    }

    @Override
    public Binding open(SystemDescriptor asked, BindingConfig config) {
      throw new IllegalStateException("there are no servers");
    }
  }

  @Test
  void aBindingNeedNotKnowItsClientLibrary(@TempDir Path results) throws Exception {
    SystemDescriptor system = MEMORY.systems().getFirst();
    BindingConfig config =
        new BindingConfig(
            List.of(), 1, Duration.ofSeconds(1), updates(1).build().plan().settings());
    try (Binding binding = new Unnamed(MEMORY.open(system, config))) {
      RunOutcome outcome =
          Kvbench.run(
              Kvbench.plan(system, binding)
                  .workload(WorkloadSpec.mix("inserts").inserts(1))
                  .requests(50)
                  .build(),
              results);

      assertThat(ResultDirectory.readResult(outcome.directory()).system().client())
          .isEqualTo("unknown");
    }
  }

  /** A binding without a name of the client library. */
  private record Unnamed(Binding binding) implements Binding {
    @Override
    public Session openSession(int client) throws BindingException {
      return binding.openSession(client);
    }

    @Override
    public List<ServerState> servers() throws InterruptedException {
      return binding.servers();
    }

    @Override
    @SuppressWarnings("NullAway") // as in code without null annotations
    public String clientLibrary() {
      return null;
    }

    @Override
    public void close() {
      binding.close();
    }
  }

  @Test
  void whatARunOpensItCloses() {
    Recorded recorded = new Recorded(MEMORY);

    RunResult result =
        Kvbench.run(
            Kvbench.plan(recorded, "memory")
                .workload(WorkloadSpec.mix("inserts").inserts(1))
                .requests(50)
                .build());

    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(recorded.opened).isTrue();
    assertThat(recorded.closed).isTrue();
  }

  /** A recording of the use of the memory binding. */
  private static final class Recorded implements BindingProvider {
    private final BindingProvider provider;
    private volatile boolean opened;
    private volatile boolean closed;

    Recorded(BindingProvider provider) {
      this.provider = provider;
    }

    @Override
    public List<SystemDescriptor> systems() {
      return provider.systems();
    }

    @Override
    public Binding open(SystemDescriptor system, BindingConfig config) {
      opened = true;
      return new RecordedBinding(open(provider, system, config), () -> closed = true);
    }

    private static Binding open(
        BindingProvider provider, SystemDescriptor system, BindingConfig config) {
      try {
        return provider.open(system, config);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
