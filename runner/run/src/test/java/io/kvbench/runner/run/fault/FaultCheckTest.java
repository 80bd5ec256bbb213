package io.kvbench.runner.run.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunPlanner;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.results.verdict.VerdictSettings;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.run.network.NetworkChange;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultCheckTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "kill:leader@10s",
        "kill:leader@10s,restart:killed@20s,kill:leader@25s",
        "pause:follower@1s, resume:paused@2s, kill:follower@3s",
        "kill:node-1@1s,restart:node-1@2s,kill:node-2@3s",
        "kill:random@1s/every=4s/for=2s",
        "kill:all@1s/for=2s,pause:node3@5s/every=5s/for=4s",
        "kill:random@1s/every=5s,restart:killed@3s/every=5s",
        "cut:leader@1s,heal:cut@2s,reset:all@3s/every=1s,cut:node2@4s",
        "isolate:leader@1s,rejoin:isolated@2s,isolate:node2@3s",
        "isolate:all@1s/every=8s/for=5s",
        "fulldisk:follower@1s/every=9s/for=2s,fulldisk:node1@4s,freedisk:full@5s",
        "slowdisk:all@1s,fastdisk:node1@2s,fastdisk:slowed@3s,slowdisk:leader@4s/for=1s",
      })
  void goodPlans(String faults) {
    assertThat(problems("fault=" + faults, "cluster.nodes=3")).isEmpty();
  }

  @Test
  void faultsAreInTheOrderOfTheirTimes() {
    Settings settings = settings(new Problems(), "fault=restart:killed@2s,kill:leader@500ms");

    assertThat(FaultSettings.faults(settings))
        .extracting(Fault::toString)
        .containsExactly("kill:leader@500ms", "restart:killed@2s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kill",
        "kill:leader",
        "kill:leader@",
        "kill:leader@10",
        "kick:leader@10s",
        "kill:@1s",
        "kill:leader@10s,",
        "kill:../x@1s",
        "kill:leader@1s/",
        "kill:leader@1s/every=0s",
        "kill:leader@1s/every=1s/every=2s",
        "kill:leader@1s/until=3s",
      })
  void badTextsSayWhatIsTaken(String faults) {
    assertThat(problems("fault=" + faults, "cluster.nodes=3"))
        .singleElement()
        .asString()
        .contains("kill:leader@10s,restart:killed@20s");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kill:leader@10s | cluster.nodes=1 | cluster.nodes=3",
        "kill:leader@1s,kill:leader@2s | cluster.nodes=3 | restart:killed@TIME",
        "kill:a@1s,pause:b@2s | cluster.nodes=3 | resume:paused@TIME",
        "restart:killed@1s | cluster.nodes=3 | no fault before it",
        "resume:paused@1s,pause:leader@2s | cluster.nodes=3 | no fault before it",
        "kill:paused@1s | cluster.nodes=3 | leader, follower, all, random or a server",
        "cut:cut@1s | cluster.nodes=3 | leader, follower, all, random or a server",
        "heal:leader@1s | cluster.nodes=3 | its target is cut",
        "kill:node4@1s | cluster.nodes=3 | only 3 servers",
        "isolate:leader@1s,kill:leader@2s | cluster.nodes=3 | rejoin:isolated@TIME",
        "isolate:leader@1s/for=1s | cluster.nodes=1 | there are no others; set cluster.nodes=3",
        "isolate:isolated@1s | cluster.nodes=3 | leader, follower, all, random or a server",
        "rejoin:follower@1s | cluster.nodes=3 | its target is isolated",
        "fastdisk:slowed@1s | cluster.nodes=3 | no fault before it",
        "isolate:leader@1s | endpoints=h:1 | set fault.command.isolate to a command.",
        "slowdisk:node1@1s | endpoints=h:1 | set fault.command.slowdisk to a command.",
        "reset:leader@1s/for=2s | cluster.nodes=3 | can be undone",
        "kill:leader@1s/every=2s/for=2s | cluster.nodes=3 | shorter than every=",
        "kill:random@1s/every=1s | cluster.nodes=3 | no server would be left",
        "pause:node1@1s,pause:node1@2s | cluster.nodes=3 | would be so already",
        "kill:node1@1s,restart:node1@2s,restart:killed@3s | cluster.nodes=3 | no fault before it",
        "cut:all@1s | cluster.nodes=3 | reach no server",
        "kill:all@1s | cluster.nodes=3 | only 0 would be left",
        "kill:leader@30s | cluster.nodes=3 | maxexecutiontime",
        "kill:leader@10s | clientsteps=1,2 | clientsteps",
        "kill:leader@10s | dotransactions=false | only a load phase",
        "kill:leader@10s | endpoints=h:1 | set fault.command.kill to a command",
        "pause:node1@10s | fault.command.pause=true | set endpoints, or omit it",
      })
  void plansThatCannotBe(String faults, String setting, String says) {
    assertThat(problems("fault=" + faults, "cluster.nodes=3", setting))
        .singleElement()
        .asString()
        .startsWith("test: fault")
        .contains(says);
  }

  @Test
  void serversThatKvbenchDidNotStartNeedCommands() {
    String[] commands = {
      "endpoints=h:1,i:2", "fault.command.kill=false", "fault.command.restart=ssh {host} x"
    };
    assertThat(problems(with(commands, "fault=kill:leader@1s/for=2s"))).isEmpty();
    assertThat(problems(with(commands, "fault=kill:node1@1s"))).isEmpty();
    assertThat(problems(with(commands, "fault=kill:all@1s")))
        .singleElement()
        .asString()
        .contains("of 2 servers only 0 would be left");
    assertThat(problems(with(commands, "fault=cut:leader@1s,pause:node2@3s/for=1s")))
        .extracting(Problem::message)
        .containsExactly(
            "fault: pause:node2@3s/for=1s: kvbench did not start these servers; set"
                + " fault.command.pause to a command, or fault.container.node1 and so on to their"
                + " containers on this machine.",
            "fault: pause:node2@3s/for=1s: kvbench did not start these servers; set"
                + " fault.command.resume to a command, or fault.container.node1 and so on to their"
                + " containers on this machine.");
  }

  private static String[] with(String[] some, String other) {
    return Stream.concat(Stream.of(some), Stream.of(other)).toArray(String[]::new);
  }

  @Test
  void timedStepsAreFaultsAndChangesOnOneSchedule() {
    Problems problems = new Problems();
    Settings settings =
        settings(
            problems,
            "at=3s: net.latency=250ms; 1s: net.node2.latency=0ms; 9s: kill leader every=5s for=2s;",
            "fault=pause:node1@2s");

    assertThat(problems.list()).isEmpty();
    assertThat(FaultSettings.steps(settings))
        .extracting(Step::toString)
        .containsExactly(
            "net.node2.latency=0ms@1s",
            "pause:node1@2s",
            "net.latency=250ms@3s",
            "kill:leader@9s/every=5s/for=2s");
    assertThat(FaultSettings.network(settings).changes())
        .extracting(NetworkChange::text)
        .containsExactly("net.node2.latency=0ms", "net.latency=250ms");
    assertThat(FaultSettings.network(settings).interruptions()).isFalse();
  }

  @Test
  void connectionsAreInterruptedByProxiesUnlessThereIsACommand() {
    assertThat(FaultSettings.network(settings(new Problems(), "fault=reset:all@1s")))
        .satisfies(
            use -> {
              assertThat(use.interruptions()).isTrue();
              assertThat(use.resets()).isTrue();
            });
    assertThat(
            FaultSettings.network(
                    settings(
                        new Problems(),
                        "fault=cut:all@1s/for=1s",
                        "fault.command.cut=ssh {host} x"))
                .interruptions())
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "30s",
        "30s: ",
        "30s: kill",
        "30: kill leader",
        "30s: net.latency=5",
        "30s: target=5",
        "30s: kill leader twice",
        "30s: kill leader; ; 40s: restart killed",
      })
  void badStepsSayWhatIsTaken(String steps) {
    assertThat(problems("at=" + steps, "cluster.nodes=3"))
        .singleElement()
        .asString()
        .contains("30s: net.latency=250ms; 60s: kill leader every=30s for=10s");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fault=kill:node1@1s/for=1s,kill leader@2s | ; 'kill leader@2s' is malformed.",
        "fault=kill:node1@1s/for=1s,kil:leader@2s | ; 'kil' is not an action.",
        "at=1s: cut node1 for=1s; 2s: net.latency=5 | ; '2s: net.latency=5' is malformed.",
        "at=1s: net.latncy=5ms | ; unknown property 'net.latncy', the nearest is net.latency.",
      })
  void theWrongOneOfSeveralIsNamed(String assignment, String hint) {
    assertThat(problems(assignment, "cluster.nodes=3")).singleElement().asString().endsWith(hint);
  }

  @Test
  void aSystemInsideKvbenchHasNoServers() {
    assertThat(problems(true, "fault=kill:leader@10s"))
        .singleElement()
        .asString()
        .contains("inside kvbench");
  }

  @Test
  void oneServerThatComesBackIsEnough() {
    assertThat(problems("fault=kill:leader@1s,restart:killed@2s", "cluster.nodes=1")).isEmpty();
    assertThat(problems("fault=pause:leader@1s,resume:paused@2s", "cluster.nodes=1")).isEmpty();
  }

  private static List<Problem> problems(String... assignments) {
    return problems(false, assignments);
  }

  private static List<Problem> problems(boolean local, String... assignments) {
    Problems problems = new Problems();
    Settings settings = settings(problems, assignments);
    SystemDescriptor system =
        new SystemDescriptor(
            "fake", "Fake", EnumSet.allOf(Capability.class), Map.of(), List.of(), local);
    Optional<RunPlan> plan = RunPlanner.plan("test", system, settings, problems);
    List<String> endpoints = settings.find(RunSettings.ENDPOINTS).orElse(List.of());
    FaultCheck.check(
        new ClusterRequest(system, SystemServers.UNKNOWN, Optional.empty(), endpoints, settings),
        plan,
        problems);
    return problems.list();
  }

  private static Settings settings(Problems problems, String... assignments) {
    Assignments given =
        new Assignments()
            .add("recordcount", "10", Origin.of("test"))
            .add("maxexecutiontime", "30", Origin.of("test"));
    for (String assignment : assignments) {
      String[] parts = assignment.split("=", 2);
      given.add(parts[0], parts[1], Origin.of("test"));
    }
    List<Setting<?>> known = new ArrayList<>(RunSettings.all());
    known.addAll(VerdictSettings.all());
    known.addAll(Workload.settings());
    known.addAll(ClusterSettings.all());
    known.addAll(FaultSettings.all());
    return Settings.resolve(given, known, problems);
  }
}
