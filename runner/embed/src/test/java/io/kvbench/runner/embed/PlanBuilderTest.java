package io.kvbench.runner.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.server.EmbeddedServer;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.RequestDistribution;
import io.kvbench.core.workload.setting.WorkloadSettings;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.SloResult;
import io.kvbench.results.verdict.VerdictSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class PlanBuilderTest {
  /** A binding that is never opened, for servers whose libraries are missing. */
  private record Unused(List<SystemDescriptor> systems)
      implements BindingProvider, SystemServers, EmbeddedServer {
    @Override
    public SystemServers servers(SystemDescriptor system) {
      return this;
    }

    @Override
    public Optional<EmbeddedServer> embedded() {
      return Optional.of(this);
    }

    @Override
    public Map<String, String> needed() {
      return Map.of(
          "com.example.Shelf", "com.example:shelf",
          "com.example.Disk", "com.example:disk",
          "java.lang.Object", "com.example:present");
    }

    @Override
    public String version() {
      return "1.0";
    }

    @Override
    public ServerCommand command(ServerNode node, List<ServerNode> all, Settings settings) {
      throw new IllegalStateException("not while planning");
    }

    @Override
    public Binding open(SystemDescriptor system, BindingConfig config) {
      throw new IllegalStateException("not while planning");
    }
  }

  private static PlanBuilder reads() {
    return reads("memory");
  }

  private static PlanBuilder reads(String system) {
    return Kvbench.plan(system)
        .workload(WorkloadSpec.mix("reads").reads(1).records(10))
        .requests(100);
  }

  private static List<String> problems(PlanBuilder builder) {
    PlanException refused = catchThrowableOfType(PlanException.class, builder::build);
    assertThat(refused).isNotNull();
    return refused.problems().stream().map(Problem::toString).toList();
  }

  @Test
  void everythingThatIsWrongIsToldAtOnceAndWhere() {
    assertThat(
            problems(
                Kvbench.plan("memory")
                    .workload(WorkloadSpec.mix("none"))
                    .clients(0)
                    .set("nonesuch", "1")))
        .anyMatch(text -> text.startsWith("clients(0): invalid value clients=0"))
        .anyMatch(text -> text.startsWith("set(nonesuch): unknown property 'nonesuch'"))
        .anyMatch(text -> text.endsWith("; Kvbench.properties() returns those that exist."))
        .hasSizeGreaterThan(2);
    assertThat(Kvbench.properties())
        .extracting(Setting::name)
        .contains("clients", "recordcount", "cluster.nodes", "memory.nothing", "slo")
        .doesNotHaveDuplicates();
    assertThatThrownBy(() -> reads().clients(0).connections(0).build())
        .isInstanceOf(PlanException.class)
        .hasMessageStartingWith("2 errors:\n  clients(0): ")
        .hasMessageContaining("\n  connections(0): ");
  }

  @Test
  void anUnknownSystemIsToldWithThoseThatThereAre() {
    assertThat(
            problems(Kvbench.plan("memroy").workload(WorkloadSpec.mix("x").reads(1)).requests(1)))
        .contains("plan(memroy): unknown system; did you mean memory?");
    assertThat(problems(reads("bolt"))).contains("plan(bolt): unknown system; there are memory.");
  }

  @Test
  void anArtifactThatIsMissingIsNamed() {
    assertThat(problems(reads("zetcd")))
        .contains(
            "plan(zetcd): no binding on the class path supports it; add"
                + " io.kvbench:kvbench-binding-zookeeper.");
    assertThat(problems(reads("consol")))
        .contains(
            "plan(consol): unknown system; did you mean consul, of"
                + " io.kvbench:kvbench-binding-consul?");
    assertThatThrownBy(() -> Kvbench.servers("etcd").start())
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("add io.kvbench:kvbench-binding-etcd.");
  }

  @Test
  void aPlanNeedsAWorkload() {
    assertThat(problems(Kvbench.plan("memory").requests(1)))
        .containsExactly("workload: say with workload(WorkloadSpec) which requests to make.");
  }

  @Test
  void aWorkloadFileIsReadByItsPathAndItsMistakesByTheirLines(@TempDir Path directory)
      throws Exception {
    Path good = Files.writeString(directory.resolve("good"), "readproportion=1\nrecordcount=5\n");
    Path bad = Files.writeString(directory.resolve("bad"), "\nrecordcount=5\nvaluesize=big\n");

    RunPlan plan =
        Kvbench.plan("memory")
            .workload(WorkloadSpec.file(good).records(7))
            .requests(1)
            .build()
            .plan();

    assertThat(plan.workloadName()).isEqualTo("good");
    assertThat(plan.settings().get(WorkloadSettings.RECORD_COUNT)).isEqualTo(7);
    assertThat(problems(Kvbench.plan("memory").workload(WorkloadSpec.file(bad)).requests(1)))
        .singleElement(InstanceOfAssertFactories.STRING)
        .startsWith(bad + ":3: invalid value valuesize=big");
  }

  @Test
  void aWorkloadThatIsNotOnTheClassPathIsMissed() {
    assertThat(
            problems(Kvbench.plan("memory").workload(WorkloadSpec.resource("workloads/worklaoda"))))
        .singleElement(InstanceOfAssertFactories.STRING)
        .startsWith("resource(workloads/worklaoda): is not on the class path")
        .contains("did you mean workloads/workloada");
  }

  @Test
  void aMixIsWhatWasSaid() {
    RunPlan plan =
        Kvbench.plan("memory")
            .workload(
                WorkloadSpec.mix("everything")
                    .records(100)
                    .keyBytes(16)
                    .valueBytes(64)
                    .reads(1)
                    .updates(2)
                    .inserts(3)
                    .deletes(0.5)
                    .scans(1, 10)
                    .readModifyWrites(1)
                    .compareAndSets(1)
                    .transactions(1, 3)
                    .distribution(RequestDistribution.ZIPFIAN)
                    .consistency(ReadConsistency.LINEARIZABLE)
                    .seed(9))
            .requests(10)
            .warmup(Duration.ofMillis(1500))
            .connections(2)
            .build()
            .plan();

    assertThat(plan.workload().mix(false)).hasSize(8).containsEntry(OperationType.INSERT, 3 / 10.5);
    assertThat(plan.workload().seed()).isEqualTo(9);
    assertThat(plan.settings().get(WorkloadSettings.TRANSACTION_LENGTH)).isEqualTo(3);
    assertThat(plan.settings().get(RunSettings.WARMUP_TIME)).isEqualTo(Duration.ofMillis(1500));
    assertThat(plan.connections()).isEqualTo(2);
  }

  @Test
  void loadsAreThoseOfTheCommandLine() {
    assertThat(loadModel(LoadSpec.closedLoop(Duration.ofNanos(1_500_000))))
        .isEqualTo(new LoadModel.ClosedLoop(Duration.ofNanos(1_500_000)));
    assertThat(
            Stream.of(
                    LoadSpec.closedLoop(),
                    LoadSpec.constant(1e6),
                    LoadSpec.poisson(0.5),
                    LoadSpec.ramp(10, 1000),
                    LoadSpec.steps(10, 20, 30.5),
                    LoadSpec.stages("0..10 for 2s, 10 for 3s"))
                .map(load -> loadModel(load).toString()))
        .containsExactly(
            "closed loop",
            "open loop, constant 1,000,000/s",
            "open loop, Poisson 0.5/s",
            "open loop, ramp 10/s to 1,000/s over 60 s",
            "open loop, steps 10/s, 20/s, 30.5/s, 20 s each",
            "open loop, stages 0/s to 10/s in 2 s, 10/s for 3 s");
  }

  private static LoadModel loadModel(LoadSpec load) {
    List<PhasePlan> phases =
        Kvbench.plan("memory")
            .workload(WorkloadSpec.mix("reads").reads(1).records(10))
            .load(load)
            .duration(Duration.ofSeconds(60))
            .build()
            .plan()
            .phases();
    return phases.getLast().loadModel();
  }

  @Test
  void aLoadReplacesThatOfTheWorkloadFileAndOfEarlierCalls(@TempDir Path directory)
      throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("steps"),
            "readproportion=1\nrecordcount=10\narrivals=steps\ntarget.steps=10,20\n");
    PlanBuilder plan =
        Kvbench.plan("memory").workload(WorkloadSpec.file(file)).duration(Duration.ofSeconds(60));

    assertThat(lastLoad(plan)).isEqualTo("open loop, steps 10/s, 20/s, 30 s each");
    assertThat(lastLoad(plan.load(LoadSpec.closedLoop()))).isEqualTo("closed loop");
    assertThat(lastLoad(plan.load(LoadSpec.ramp(10, 1000))))
        .isEqualTo("open loop, ramp 10/s to 1,000/s over 60 s");
    assertThat(lastLoad(plan.load(LoadSpec.closedLoop(Duration.ofMillis(1)))))
        .startsWith("closed loop, ");
    assertThat(lastLoad(plan.load(LoadSpec.poisson(5)))).isEqualTo("open loop, Poisson 5/s");
    assertThat(lastLoad(plan.set("target", "7"))).isEqualTo("open loop, Poisson 7/s");
    assertThat(lastLoad(plan.load(LoadSpec.constant(3)))).isEqualTo("open loop, constant 3/s");
  }

  private static String lastLoad(PlanBuilder builder) {
    return builder.build().plan().phases().getLast().loadModel().toString();
  }

  @Test
  void clientsMayComeInSteps() {
    assertThat(reads().clientSteps(1, 2, 4).build().plan().phases())
        .extracting(PhasePlan::clients)
        .endsWith(1, 2, 4);
  }

  static Stream<Threshold> thresholds() {
    return Stream.of(
        Threshold.response().p50IsBelow(Duration.ofHours(1)),
        Threshold.response(OperationType.READ).p99IsBelow(Duration.ofHours(1)),
        Threshold.response(OperationType.READ).p999IsBelow(Duration.ofHours(1)),
        Threshold.service().percentileIsBelow(99.99, Duration.ofHours(1)),
        Threshold.service(OperationType.READ).meanIsBelow(Duration.ofNanos(3_599_999_999_999L)),
        Threshold.response().maxIsBelow(Duration.ofHours(2)),
        Threshold.lag().p99IsBelow(Duration.ofHours(1)),
        Threshold.errorShareIsBelow(0.001),
        Threshold.noErrors(),
        Threshold.throughputIsAtLeast(0.001),
        Threshold.throughputIsAtLeast(OperationType.READ, 1e-3));
  }

  @ParameterizedTest
  @MethodSource("thresholds")
  void thresholdsAreJudged(Threshold threshold) {
    RunResult result =
        Kvbench.run(reads().load(LoadSpec.constant(2000)).thresholds(threshold).build());

    assertThat(result.slos().orElseThrow())
        .containsExactly(
            new SloResult(
                threshold.text(),
                result.slos().orElseThrow().getFirst().observed(),
                true,
                Optional.empty()));
  }

  @Test
  void aThresholdIsOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Threshold("errors<=0,throughput>=1"))
        .withMessage(
            "a Threshold is one, and 'errors<=0,throughput>=1' is several; make one of each");
  }

  @Test
  void severalThresholdsAreJudgedEach() {
    RunResult result =
        Kvbench.run(
            reads()
                .thresholds(Threshold.noErrors())
                .thresholds(Threshold.response().p50IsBelow(Duration.ofNanos(1)))
                .build());

    assertThat(result.slos().orElseThrow()).extracting(SloResult::met).containsExactly(true, false);
  }

  @Test
  void thresholdsAreAddedToThoseThatAreThere(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("own"), "recordcount=9\nslo=throughput>=1\n");
    Threshold median = Threshold.response().p50IsBelow(Duration.ofHours(1));

    assertThat(slos(reads().set("slo", "errors<=0,throughput>=1").thresholds(median)))
        .containsExactly("errors<=0", "throughput>=1", median.text());
    assertThat(slos(reads().workload(WorkloadSpec.file(file)).thresholds(median)))
        .containsExactly("throughput>=1", median.text());
  }

  private static List<String> slos(PlanBuilder builder) {
    return builder.build().plan().settings().get(VerdictSettings.SLO);
  }

  @Test
  void aRateOfNothingIsNoSchedule() {
    for (LoadSpec load : List.of(LoadSpec.constant(0), LoadSpec.poisson(0))) {
      assertThat(problems(reads().load(load)))
          .singleElement(InstanceOfAssertFactories.STRING)
          .startsWith("load(" + load + "): a rate has to be more than 0");
    }
    assertThat(reads().load(LoadSpec.constant(0)).load(LoadSpec.closedLoop()).build()).isNotNull();
  }

  @Test
  void aSystemInsideTheProcessHasNoServers() {
    assertThat(problems(reads().nodes(3).endpoints("localhost:1").set("cluster", "docker")))
        .satisfiesExactlyInAnyOrder(
            text -> assertThat(text).startsWith("nodes(3): ").contains("leave cluster.nodes out"),
            text -> assertThat(text).startsWith("endpoints(localhost:1): "),
            text -> assertThat(text).startsWith("set(cluster): "));
  }

  @Test
  void spansThatAreNoneAreRefusedOnce() {
    PlanBuilder reads =
        Kvbench.plan("memory").workload(WorkloadSpec.mix("reads").reads(1).records(10));

    assertThat(problems(reads.duration(Duration.ofSeconds(-1)))).hasSize(1);
    assertThat(problems(reads().warmup(Duration.ofDays(400_000))))
        .singleElement(InstanceOfAssertFactories.STRING)
        .startsWith("warmup(");
  }

  @Test
  void whatIsNullIsNamed() {
    assertThatNullPointerException().isThrownBy(() -> Kvbench.plan(null)).withMessage("system");
    assertThatNullPointerException().isThrownBy(() -> Kvbench.run(null)).withMessage("plan");
    assertThatNullPointerException()
        .isThrownBy(() -> reads().set("clients", null))
        .withMessage("the text of clients");
    assertThatNullPointerException().isThrownBy(() -> reads().load(null)).withMessage("pace");
    assertThatNullPointerException().isThrownBy(() -> reads().warmup(null)).withMessage("time");
    assertThatNullPointerException().isThrownBy(() -> WorkloadSpec.file(null)).withMessage("path");
  }

  @Test
  void whoAsksForSamplesHasToSayWhoTakesThem(@TempDir Path directory) throws Exception {
    Path jar = jar(directory.resolve("kvbench.jar"), "io.kvbench.runner.launcher.Launcher");
    assertThat(problems(reads().sidecar(directory.resolve("nope.jar"))))
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("nope.jar): there is no such file");
    assertThat(problems(reads().sidecar(Files.createFile(directory.resolve("empty.jar")))))
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("empty.jar): this is no jar that can be read", "specify kvbench's jar");
    assertThat(problems(reads().sidecar(jar(directory.resolve("other.jar"), "com.example.Main"))))
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("other.jar): this is not the jar of kvbench's command line");
    assertThat(problems(reads().set("hosts.every", "1s")))
        .singleElement(InstanceOfAssertFactories.STRING)
        .startsWith("set(hosts.every): hosts.every requires samples");
    assertThat(reads().set("hosts.every", "1s").sidecar(jar).build().plan().phases()).isNotEmpty();
  }

  private static Path jar(Path path, String main) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
    new JarOutputStream(Files.newOutputStream(path), manifest).close();
    return path;
  }

  @Test
  void serversThatAreClosedAreRefused() throws Exception {
    Servers servers = Kvbench.servers("memory").start();
    servers.close();

    assertThat(problems(reads().servers(servers)))
        .containsExactly("servers(memory): are closed already; start others.");
  }

  @Test
  void serversThatAreGivenDoNotGoWithOthers() throws Exception {
    try (Servers servers = Kvbench.servers("memory").start()) {
      assertThat(servers.endpoints()).isEmpty();
      assertThat(problems(reads().servers(servers).nodes(3).endpoints("localhost:1")))
          .anyMatch(text -> text.startsWith("nodes(3): cluster.nodes is for servers"))
          .anyMatch(text -> text.startsWith("endpoints(localhost:1): endpoints is for servers"));
      assertThat(Kvbench.run(reads().servers(servers).build()).cluster().kind()).isEqualTo("none");
    }
  }

  @Test
  void serversThatCannotBeStartedAreRefused() {
    assertThatThrownBy(() -> Kvbench.servers("memroy").nodes(2).set("cluster.keep", "true").start())
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("did you mean memory?")
        .hasMessageContaining("cluster.keep");
  }

  @Test
  void whatTheEmbeddedServerLacksIsNamed() {
    SystemDescriptor system =
        new SystemDescriptor(
            "shelf", "Shelf", EnumSet.of(Capability.INSERT), Map.of(), List.of(), false);

    assertThat(
            problems(
                Kvbench.plan(new Unused(List.of(system)), "shelf")
                    .workload(WorkloadSpec.mix("inserts").inserts(1))
                    .requests(1)
                    .set("cluster", "embedded")))
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains(
            "cluster=embedded is not possible: the class path lacks com.example:disk,"
                + " com.example:shelf, add them");
  }
}
