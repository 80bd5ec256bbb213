package io.kvbench.runner.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.AgentResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.distributed.agent.LoadAgent;
import io.kvbench.runner.distributed.controller.AgentTeams;
import io.kvbench.runner.distributed.coordination.AgentMembership;
import io.kvbench.runner.distributed.coordination.ControllerConnection;
import io.kvbench.runner.distributed.coordination.Inbox;
import io.kvbench.runner.distributed.message.Hello;
import io.kvbench.runner.distributed.message.Messages;
import io.kvbench.runner.distributed.message.Order;
import io.kvbench.runner.run.BenchmarkRun;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.PlanFactory;
import io.kvbench.runner.run.PlanFactory.Planned;
import io.kvbench.runner.run.RunListener;
import io.kvbench.runner.run.Version;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of whole runs with agents that are threads of this process, on the store in memory. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DistributedRunIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String LOCAL = "127.0.0.1";

  private final PlanFactory planning =
      new PlanFactory(Bindings.load(), Clusters.load(), new Agents(), "");
  private Certificates certificates;

  private record Agents() implements PlanFactory.PlanExtension {
    @Override
    public List<Setting<?>> settings() {
      return LoadAgentSettings.all();
    }

    @Override
    public int parts(Settings settings) {
      return LoadAgentSettings.parts(settings);
    }

    @Override
    public void check(Settings settings, Optional<RunPlan> plan, Problems problems) {
      LoadAgentSettings.check(settings, plan, problems);
    }
  }

  /** An agent in a thread, and its end. */
  private final class AgentThread {
    final StopSignal stop = new StopSignal();
    final Thread thread;
    volatile Optional<Exception> failure = Optional.empty();
    volatile Optional<ControllerConnection> open = Optional.empty();

    AgentThread(String controller) {
      thread = Thread.ofPlatform().daemon().start(() -> serve(controller));
    }

    private void serve(String controller) {
      try (ControllerConnection coordination =
          ControllerConnection.connect(controller, certificates.agent(), PATIENCE)) {
        open = Optional.of(coordination);
        new LoadAgent(coordination, planning, NanoClock.system(), stop, List.of(), line -> {})
            .serve(OptionalInt.empty());
      } catch (IOException | InterruptedException e) {
        failure = Optional.of(e);
      }
    }
  }

  @BeforeAll
  void makeCertificates(@TempDir Path directory) throws Exception {
    certificates = Certificates.in(directory);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private Planned plan(int agents, int port, String... more) {
    Assignments given = new Assignments();
    Stream.concat(
            Stream.of(
                "agents=external:" + agents,
                "agents.listen=" + LOCAL + ":" + port,
                "agents.certs=" + certificates.directory(),
                "agents.timeout=150s",
                "hosts.every=off"),
            Stream.of(more))
        .map(assignment -> assignment.split("=", 2))
        .forEach(each -> given.add(each[0], each[1], Origin.of("test")));
    Problems problems = new Problems();
    Settings settings = planning.resolve(given, problems);
    Optional<Planned> planned =
        planning.plan(
            "test", planning.system("memory", "-db", problems).orElseThrow(), settings, problems);
    assertThat(problems.list()).isEmpty();
    return planned.orElseThrow();
  }

  private static RunResult run(Planned planned, StopSignal stop, RunListener listener) {
    return new BenchmarkRun(
            planned.plan(), planned.provider(), Clusters.load(), stop, listener, List.of(), true)
        .with(new AgentTeams(List.of()))
        .executeWithoutFiles();
  }

  private List<AgentThread> agents(int count, int port) {
    List<AgentThread> agents = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      agents.add(new AgentThread(LOCAL + ":" + port));
    }
    return agents;
  }

  @Test
  void agentsShareTheClientsAndTheRequests() throws Exception {
    int port = freePort();
    Planned planned =
        plan(
            3,
            port,
            "clients=8",
            "connections=5",
            "readproportion=0",
            "updateproportion=0",
            "insertproportion=1",
            "operationcount=5000");
    List<AgentThread> agents = agents(3, port);
    List<Interval> intervals = new CopyOnWriteArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public void interval(PhasePlan phase, Interval interval) {
            intervals.add(interval);
          }
        };

    RunResult result = run(planned, new StopSignal(), listener);

    assertThat(result.statusReason()).isEmpty();
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    PhaseResult phase = result.phases().getFirst();
    assertThat(phase.load().clients()).isEqualTo(8);
    assertThat(phase.rates().requests()).isEqualTo(5000);
    assertThat(phase.operations().get(OperationType.INSERT).okCount()).isEqualTo(5000);
    assertThat(intervals.stream().mapToLong(each -> each.recorded().count()).sum()).isEqualTo(5000);
    assertThat(result.agents().orElseThrow())
        .extracting(AgentResult::name)
        .containsExactly("agent-1", "agent-2", "agent-3");
    assertThat(result.agents().orElseThrow())
        .allMatch(agent -> agent.status() == AgentResult.Status.COMPLETE)
        .flatExtracting(AgentResult::phases)
        .extracting(AgentResult.AgentPhase::clients)
        .containsExactly(3, 3, 2);
    for (AgentThread agent : agents) {
      agent.thread.join();
      assertThat(agent.failure).isEmpty();
    }
  }

  /** An address that no interface of this machine has, as behind NAT. */
  @Test
  void agentsJoinAtTheAddressThatTheyAreGiven() throws Exception {
    int port = freePort();
    String place = "127.0.0.5:" + port;
    Planned planned =
        plan(
            1,
            port,
            "agents.listen=" + place,
            "agents.address=" + place,
            "clients=2",
            "connections=1",
            "recordcount=10",
            "operationcount=10");
    AgentThread agent = new AgentThread(place);

    RunResult result = run(planned, new StopSignal(), RunListener.NONE);

    assertThat(result.statusReason()).isEmpty();
    agent.thread.join();
    assertThat(agent.failure).isEmpty();
  }

  @Test
  void agentsShareTheArrivalsOfAnOpenLoop() throws Exception {
    int port = freePort();
    Planned planned =
        plan(
            2,
            port,
            "clients=4",
            "connections=2",
            "recordcount=100",
            "target=500",
            "maxexecutiontime=3");
    agents(2, port);

    RunResult result = run(planned, new StopSignal(), RunListener.NONE);

    assertThat(result.statusReason()).isEmpty();
    assertThat(result.phases()).hasSize(2);
    PhaseResult run = result.phases().getLast();
    assertThat(run.name()).isEqualTo(PhaseName.RUN);
    assertThat(run.rates().requests()).isEqualTo(1500);
    assertThat(run.lag().count()).isEqualTo(1500);
  }

  @Test
  void anAgentOfAnotherVersionIsToldAndEndsTheRun() throws Exception {
    int port = freePort();
    Planned planned =
        plan(1, port, "clients=2", "connections=1", "recordcount=10", "operationcount=10");
    BlockingQueue<byte[]> orders = new LinkedBlockingQueue<>();
    Thread other = Thread.ofPlatform().daemon().start(() -> joinAs("9.0-other", port, orders));

    RunResult result = run(planned, new StopSignal(), RunListener.NONE);

    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.statusReason().orElseThrow())
        .contains("is kvbench 9.0-other", Version.CURRENT, "use the same version");
    other.join();
    assertThat(Messages.order(orders.element()))
        .isInstanceOfSatisfying(
            Order.Refuse.class,
            refuse -> assertThat(refuse.reason()).contains("use the same version"));
  }

  @SuppressWarnings("try") // open while somebody waits
  private void joinAs(String version, int port, BlockingQueue<byte[]> orders) {
    CountDownLatch told = new CountDownLatch(1);
    try (ControllerConnection coordination =
        ControllerConnection.connect(LOCAL + ":" + port, certificates.agent(), PATIENCE)) {
      Hello own = Hello.ofThisProcess(coordination.fingerprint(), OptionalInt.empty());
      Hello hello =
          new Hello(
              version,
              own.host(),
              own.boot(),
              own.pid(),
              own.processors(),
              own.fingerprint(),
              own.index());
      String name = AgentMembership.join(coordination, Messages.encode(hello));
      try (Inbox inbox =
          Inbox.toAgent(
              coordination,
              name,
              message -> {
                orders.add(message);
                told.countDown();
              },
              broken -> told.countDown())) {
        told.await();
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anAgentTooManyIsSentAway() throws Exception {
    int port = freePort();
    Planned planned =
        plan(
            1,
            port,
            "clients=2",
            "connections=1",
            "recordcount=10",
            "operationcount=10000000",
            "maxexecutiontime=3");
    List<AgentThread> agents = agents(2, port);

    RunResult result = run(planned, new StopSignal(), RunListener.NONE);

    assertThat(result.statusReason()).isEmpty();
    List<String> failures = new ArrayList<>();
    for (AgentThread agent : agents) {
      agent.thread.join();
      agent.failure.ifPresent(failure -> failures.add(failure.getMessage()));
    }
    assertThat(failures).containsExactly("the run has its agent already; this one is not needed");
  }

  @Test
  void anAgentThatIsLostEndsTheRunAndIsNamed() throws Exception {
    int port = freePort();
    Planned planned =
        plan(2, port, "clients=4", "connections=2", "recordcount=100", "maxexecutiontime=120");
    List<AgentThread> agents = agents(2, port);
    RunListener listener =
        new RunListener() {
          @Override
          public void interval(PhasePlan phase, Interval interval) {
            if (phase.name() == PhaseName.RUN) {
              agents.getLast().open.ifPresent(ControllerConnection::close);
            }
          }
        };

    RunResult result = run(planned, new StopSignal(), listener);

    assertThat(result.status())
        .as(() -> result.statusReason().toString())
        .isEqualTo(RunStatus.PARTIAL);
    assertThat(result.statusReason().orElseThrow())
        .startsWith("agent ")
        .contains("(", ", pid ")
        .endsWith("in the run phase");
    assertThat(result.agents().orElseThrow())
        .extracting(AgentResult::status)
        .containsOnlyOnce(AgentResult.Status.LOST);
    assertThat(result.phases().getLast().operations()).isNotEmpty();
  }

  @Test
  void anAgentThatIsStoppedEndsTheRunAndIsNamed() throws Exception {
    int port = freePort();
    Planned planned =
        plan(2, port, "clients=4", "connections=2", "recordcount=100", "maxexecutiontime=120");
    List<AgentThread> agents = agents(2, port);
    RunListener listener =
        new RunListener() {
          @Override
          public void interval(PhasePlan phase, Interval interval) {
            if (phase.name() == PhaseName.RUN) {
              agents.getLast().stop.give();
            }
          }
        };

    RunResult result = run(planned, new StopSignal(), listener);

    assertThat(result.status())
        .as(() -> result.statusReason().toString())
        .isEqualTo(RunStatus.PARTIAL);
    assertThat(result.statusReason().orElseThrow()).contains("was stopped");
    assertThat(result.agents().orElseThrow())
        .extracting(AgentResult::status)
        .containsOnlyOnce(AgentResult.Status.LOST);
  }

  @Test
  void aRunThatIsStoppedStopsItsAgents() throws Exception {
    int port = freePort();
    Planned planned =
        plan(2, port, "clients=4", "connections=2", "recordcount=100", "maxexecutiontime=120");
    List<AgentThread> agents = agents(2, port);
    StopSignal stop = new StopSignal();
    RunListener listener =
        new RunListener() {
          @Override
          public void interval(PhasePlan phase, Interval interval) {
            if (phase.name() == PhaseName.RUN) {
              stop.give();
            }
          }
        };

    RunResult result = run(planned, stop, listener);

    assertThat(result.status())
        .as(() -> result.statusReason().toString())
        .isEqualTo(RunStatus.PARTIAL);
    assertThat(result.statusReason()).contains("interrupted in the run phase");
    assertThat(result.agents().orElseThrow())
        .allMatch(agent -> agent.status() == AgentResult.Status.COMPLETE);
    for (AgentThread agent : agents) {
      agent.thread.join();
    }
  }

  @Test
  void aRunWaitsNoLongerThanItWasTold() throws Exception {
    int port = freePort();
    Planned planned =
        plan(
            2,
            port,
            "clients=4",
            "connections=2",
            "recordcount=10",
            "operationcount=10",
            "agents.timeout=2s");
    agents(1, port);

    RunResult result = run(planned, new StopSignal(), RunListener.NONE);

    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.statusReason().orElseThrow())
        .matches("[01] of 2 agents have joined in 2 s \\(agents.timeout\\)");
  }
}
