package io.kvbench.runner.app.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.FaultResult.RecoveryResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.ServerEvents;
import io.kvbench.results.format.Verdict.Validity;
import io.kvbench.runner.app.KvbenchThread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of servers that kvbench starts, kills and pauses under load. */
final class FaultsIT {
  @TempDir private Path directory;
  @TempDir private Path servers;

  @Test
  void theRunContinuesAfterTheLeaderIsKilledUnderLoad() throws Exception {
    try (KvbenchThread kvbench = start("-p", "fault=kill:leader@3s", "-p", "exit.on=never")) {
      RunResult result = FaultRun.stoppedAfter(kvbench, " killed", " is the leader");
      assertThat(result.verdict().validity()).isNotEqualTo(Validity.VALID);
      assertThat(result.verdict().reasons()).anyMatch(reason -> reason.check().equals("fault"));

      PhaseResult run = result.phases().getFirst();
      FaultResult fault = only(run.incidents().faults().orElseThrow());
      assertThat(fault.action()).isEqualTo("KILL");
      assertThat(fault.role()).isEqualTo("leader");
      assertThat(fault.phaseNanos()).isGreaterThanOrEqualTo(3_000_000_000L);
      RecoveryResult inserts = only(fault.recovery());
      assertThat(inserts.operation()).isEqualTo(OperationType.INSERT);
      assertThat(inserts.okPerSecondBefore()).isPositive();
      assertThat(inserts.firstSuccessMillis()).isPresent();
      assertThat(inserts.silenceMillis()).isPositive();
      assertThat(inserts.errors()).isNotEmpty();
      assertThat(run.errorCount())
          .isGreaterThanOrEqualTo(inserts.errors().values().stream().mapToLong(n -> n).sum());

      List<EventResult> events = run.incidents().events().orElseThrow();
      assertThat(events).extracting(EventResult::kind).containsExactly("KILL", "LEADER");
      assertThat(events.getLast().node()).isPresent().isNotEqualTo(events.getFirst().node());
      ServerEvents found = result.cluster().events().orElseThrow();
      assertThat(found.list())
          .filteredOn(event -> event.kind() == ServerEventKind.ELECTION)
          .isNotEmpty()
          .allSatisfy(
              event -> {
                assertThat(event.node()).isNotEqualTo(fault.node());
                assertThat(event.durationNanos()).isPresent();
                assertThat(event.at())
                    .isBetween(
                        run.span().startedAt().plusNanos(fault.phaseNanos()),
                        run.span().startedAt().plusNanos(run.span().wallNanos()));
              });
      assertThat(found.counts())
          .containsKeys(ServerEventKind.LEADER_LOST, ServerEventKind.SNAPSHOT);
      assertThat(found.sources()).hasSize(3).allMatch(source -> source.problem().isEmpty());
      assertThat(kvbench.out())
          .contains("Faults", "leader " + fault.node() + " killed", "first success after");
      assertThat(kvbench.err()).contains("leader " + fault.node() + " killed");
      assertThat(Files.readString(kvbench.resultDirectory().resolve("plan.json")))
          .contains("\"action\": \"KILL\"");
    }
  }

  @Test
  void aServerThatIsKilledAndStartedAgainJoinsTheOthers() throws Exception {
    try (KvbenchThread kvbench =
        start(
            "-p",
            "fault=pause:zookeeper-1@1s,resume:paused@2s,kill:follower@3s,restart:killed@4s",
            "-p",
            "exit.on=never")) {
      RunResult result = FaultRun.stoppedAfter(kvbench, " killed", " restarted");
      assertThat(result.phases().getFirst().incidents().faults().orElseThrow())
          .extracting(FaultResult::action)
          .containsExactly("PAUSE", "RESUME", "KILL", "RESTART");
    }
  }

  @Test
  void aServerThatThereIsNotIsSaidSoBeforeTheLoad() throws Exception {
    try (KvbenchThread kvbench =
        start("-p", "cluster.nodes=1", "-p", "fault=kill:zookeeper-9@5s/for=1s")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(3);
      RunResult result = kvbench.result();
      assertThat(result.phases()).isEmpty();
      assertThat(result.statusReason().orElseThrow()).contains("zookeeper-9", "zookeeper-1");
    }
  }

  private static <T> T only(List<T> list) {
    assertThat(list).hasSize(1);
    return list.getFirst();
  }

  private KvbenchThread start(String... arguments) {
    String[] common = {
      "-db",
      "zookeeper",
      "-P",
      "workloads/write1m",
      "-threads",
      "20",
      "-p",
      "cluster.nodes=3",
      "-p",
      "cluster.dir=" + servers,
      "-p",
      "cluster.zookeeper.heap=512m",
      "-p",
      "cluster.starttimeout=2m",
      "-p",
      "thinktime=100ms",
      "-p",
      "status.interval=1"
    };
    String[] all = new String[common.length + arguments.length];
    System.arraycopy(common, 0, all, 0, common.length);
    System.arraycopy(arguments, 0, all, common.length, arguments.length);
    return KvbenchThread.start(directory, all);
  }
}
