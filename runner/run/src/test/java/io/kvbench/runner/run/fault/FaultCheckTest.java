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
import io.kvbench.core.verdict.VerdictSettings;
import io.kvbench.core.workload.WorkloadSettings;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        "",
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
        "restart:killed@1s | cluster.nodes=3 | with a kill before it",
        "resume:paused@1s,pause:leader@2s | cluster.nodes=3 | with a pause before it",
        "kill:paused@1s | cluster.nodes=3 | leader, follower or a server's name",
        "kill:leader@30s | cluster.nodes=3 | maxexecutiontime",
        "kill:leader@10s | clientsteps=1,2 | clientsteps",
        "kill:leader@10s | dotransactions=false | only a load phase",
        "kill:leader@10s | endpoints=h:1 | endpoints are given",
      })
  void plansThatCannotBe(String faults, String setting, String says) {
    assertThat(problems("fault=" + faults, "cluster.nodes=3", setting))
        .singleElement()
        .asString()
        .startsWith("test: fault")
        .contains(says);
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
    known.addAll(WorkloadSettings.all());
    known.addAll(ClusterSettings.all());
    known.addAll(FaultSettings.all());
    return Settings.resolve(given, known, problems);
  }
}
