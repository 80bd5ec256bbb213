package io.kvbench.runner.app.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.app.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of {@code kvbench plan --suite}, and of the errors that {@code kvbench suite} reports
 * before it starts.
 */
class SuitePlanTest {
  @TempDir private Path directory;

  private KvbenchCommand kvbench(String command, String text, String... more) throws Exception {
    Path file = Files.writeString(directory.resolve("mine"), text);
    List<String> arguments = new ArrayList<>();
    if (command.equals("plan")) {
      arguments.addAll(List.of("plan", "--suite", file.toString()));
    } else {
      arguments.addAll(
          List.of("suite", file.toString(), "--results", directory.resolve("results").toString()));
    }
    arguments.addAll(List.of(more));
    KvbenchCommand ended = KvbenchCommand.run(arguments);
    ended.check();
    return ended;
  }

  @Test
  void aPlanHasAllRunsAndTheirTime() throws Exception {
    KvbenchCommand plan =
        kvbench(
            "plan",
            """
            suite.workload=write1m
            axis.db=memory
            axis.valuesize=64,256
            maxexecutiontime=3
            suite.repeats=3
            suite.pause=1s
            max.time=1h
            """);

    assertThat(plan.exitCode()).as(plan::said).isZero();
    assertThat(plan.out())
        .contains("6 runs of 2 combinations, 3 repeats")
        .containsPattern("valuesize=64 +write1m +3.0 s")
        .contains("001#1, 002#1, 002#2, 001#2, 001#3, 002#3")
        .contains("23.0 s")
        .contains("Nothing was run");
  }

  @Test
  void everythingWrongInAnyRunIsToldOnceWithTheRunsThatHaveIt() throws Exception {
    KvbenchCommand refused =
        kvbench(
            "suite",
            """
            suite.workload=workloade
            axis.db=memory,zookeeper
            axis.clients=1,0
            recordcuont=10
            """);

    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err())
        .contains("mine:4: unknown property 'recordcuont'; did you mean 'recordcount'?")
        .containsPattern(
            "mine:3: invalid value clients=0.*\\(in memory, clients=0; zookeeper, clients=0\\)")
        .containsPattern("scans in key order.*\\(in zookeeper, clients=1; zookeeper, clients=0\\)")
        .containsOnlyOnce("recordcuont'");
    assertThat(directory.resolve("results")).doesNotExist();
  }

  @Test
  void anUnknownSystemIsNamedWithTheRightOne() throws Exception {
    assertThat(kvbench("plan", "suite.workload=smoke\naxis.db=memroy\n").err())
        .contains("db=memroy", "did you mean memory?");
    assertThat(kvbench("plan", "suite.workload=smok\naxis.db=memory\n").err())
        .contains("did you mean workloads/smoke?");
    assertThat(KvbenchCommand.run(List.of("plan", "--suite", "smoek")).err())
        .contains("did you mean workloads/suites/smoke?");
  }

  @Test
  void ownServersNeedAWordOnTheKeysOfRunsBefore() throws Exception {
    String text = "suite.workload=smoke\naxis.db=zookeeper\nendpoints=127.0.0.1:1\n";

    assertThat(kvbench("plan", text).err()).contains("suite.clean=true", "suite.clean=false");
    assertThat(kvbench("plan", text, "-p", "suite.clean=false").exitCode()).isZero();
  }

  @Test
  void whatSharedServersCannotDoIsRefused() throws Exception {
    String text =
        """
        suite.workload=smoke
        axis.db=zookeeper
        cluster.nodes=3
        fault=kill:leader@1s
        """;

    assertThat(kvbench("plan", text).exitCode()).isZero();
    KvbenchCommand shared = kvbench("plan", text, "-p", "suite.cluster=shared");
    assertThat(shared.exitCode()).as(shared.out()).isEqualTo(ExitCode.USAGE);
    assertThat(shared.err()).contains("mine:4");
    String limited = text.replace("fault=kill:leader@1s", "limit.cpus=1");
    assertThat(kvbench("plan", limited, "-p", "suite.cluster=shared").err())
        .contains("mine:4: limit.cpus needs servers of the run");
  }

  @Test
  void repeatsUntilAPrecisionNeedEnoughRuns() throws Exception {
    String text = "suite.workload=smoke\naxis.db=memory\nrepeat.until=ci<2%\nrepeat.max=";

    assertThat(kvbench("plan", text + "10\n").out())
        .contains("7 to 10")
        .contains("10 runs of 1 combination");
    assertThat(kvbench("plan", text + "5\n").err()).contains("mine:4: repeat.max=5 is too small");
    assertThat(kvbench("plan", text.replace("repeat.until=ci<2%", "#") + "10\n").err())
        .contains("repeat.max has no effect without repeat.until");
  }

  @Test
  void aSummaryOfSuitesIsRefused() throws Exception {
    Files.writeString(directory.resolve("suite.json"), "{}");

    KvbenchCommand compare =
        KvbenchCommand.run(List.of("compare", "--step-summary", directory.toString()));

    assertThat(compare.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(compare.err()).contains("--step-summary apply to runs");
  }

  @Test
  void aSecretIsNotRepeated() throws Exception {
    KvbenchCommand plan =
        kvbench(
            "plan",
            """
            suite.workload=smoke
            axis.db=zookeeper
            cluster=embedded
            zookeeper.auth=me:geheim
            recordcuont=1
            """);

    assertThat(plan.out() + plan.err()).doesNotContain("geheim");
  }
}
