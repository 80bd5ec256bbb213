package io.kvbench.runner.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.app.terminal.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that planning reports all errors in the options of agents at once. */
class LoadAgentOptionsTest {
  private static KvbenchCommand plan(String system, String workload, String... settings) {
    List<String> all = new ArrayList<>(List.of("plan", "-db", system, "-P", workload));
    Stream.of(settings).forEach(setting -> all.addAll(List.of("-p", setting)));
    return KvbenchCommand.run(all);
  }

  private static String refused(KvbenchCommand command) {
    assertThat(command.exitCode()).as(command::out).isEqualTo(ExitCode.USAGE);
    command.check();
    return command.err().replaceAll("\\s+", " ");
  }

  @Test
  void programsAndTimesAreChecked(@TempDir Path directory) {
    assertThat(
            refused(
                plan(
                    "zookeeper",
                    "workloads/smoke",
                    "agents=load1,load2",
                    "agents.ssh=no-such-ssh -F x",
                    "agents.image=x",
                    "agents.listen=0.0.0.0:9570",
                    "agents.address=10.0.0.1:9570")))
        .contains(
            "4 errors:",
            "no-such-ssh is neither on the PATH nor in ",
            "/bin; install OpenSSH's client",
            "agents.image has no effect without agents=kubernetes:N",
            "agents.listen has no effect without",
            "agents.address has no effect without");
    Path absent = directory.resolve("ssh");
    assertThat(
            refused(
                plan("zookeeper", "workloads/smoke", "agents=ssh:load1", "agents.ssh=" + absent)))
        .contains(absent + " is not an executable program; install OpenSSH's client");
  }

  @ParameterizedTest
  @CsvSource({
    "agents.timeout=0s,a duration from 1s to 24h",
    "agents.timeout=25h,a duration from 1s to 24h",
    "agents.ssh=,a command",
    "agents.kubectl=,a command"
  })
  void valuesThatCannotBeAreRefused(String setting, String expected) {
    assertThat(refused(plan("zookeeper", "workloads/smoke", "agents=2", setting)))
        .contains(setting.substring(0, setting.indexOf('=')), expected);
  }

  @ParameterizedTest
  @CsvSource({
    "watch-delivery,agents cannot measure watchers",
    "watch-fanout,agents cannot measure watchers",
    "membership,agents cannot measure watchers",
    "locks,agents cannot check locks and elections",
    "elections,agents cannot check locks and elections"
  })
  void whatNeedsBothSidesInOneProcessIsRefused(String workload, String reason) {
    assertThat(refused(plan("etcd", "workloads/" + workload, "agents=2")))
        .contains(reason, "Run this workload without agents.");
  }

  @Test
  void mixesSideBySideAreRefused() {
    assertThat(refused(plan("etcd", "workloads/workloada", "agents=2", "mix.a.clients=3")))
        .contains("agents cannot run several mixes side by side (mix.NAME.*)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lease-expiry", "lease-keepalive", "watches", "transactions", "stm"})
  void whatEachClientDoesByItselfIsNot(String workload) {
    KvbenchCommand planned = plan("etcd", "workloads/" + workload, "agents=2");
    assertThat(planned.exitCode()).as(planned::said).isZero();
  }

  @Test
  void aStoreInEachAgentIsRefusedWhereItsRecordsCount() {
    assertThat(refused(plan("memory", "workloads/workloada", "agents=2", "clients=2")))
        .contains("each agent would have a store of its own", "omit the agents");
    for (KvbenchCommand planned :
        List.of(
            plan("memory", "workloads/workloada", "agents=1"),
            plan("memory", "workloads/write1m", "agents=2"),
            plan(
                "memory", "workloads/workloada", "agents=2", "clients=2", "memory.nothing=true"))) {
      assertThat(planned.exitCode()).as(planned::said).isZero();
    }
  }

  @Test
  void agentsDoNotFollowKeys() {
    assertThat(
            refused(
                KvbenchCommand.run(
                    List.of(
                        "run",
                        "-db",
                        "etcd",
                        "-P",
                        "workloads/write1m",
                        "--agents",
                        "2",
                        "--keys"))))
        .contains("--keys: cannot change the load of agents: omit it, or the agents.");
  }

  @Test
  void anAgentThatCarriesLoadHasNoOptionsOfOneThatStartsServers() {
    assertThat(
            refused(
                KvbenchCommand.run(
                    List.of(
                        "agent",
                        "--controller",
                        "controller",
                        "--index",
                        "-1",
                        "--listen",
                        "0.0.0.0:9560",
                        "--directory",
                        "/tmp",
                        "--lease",
                        "15s"))))
        .contains(
            "6 errors:",
            "--listen: has no effect with --controller",
            "--directory: has no effect with --controller",
            "--lease: has no effect with --controller",
            "invalid value controller; expected HOST:PORT, as in controller:9570",
            "--index: must be 0 or more",
            "--certs: missing");
    assertThat(refused(KvbenchCommand.run(List.of("agent", "--controller", "controller:0"))))
        .contains("invalid value controller:0");
  }
}
