package io.kvbench.reports;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.FaultResult.RecoveryResult;
import io.kvbench.results.format.FaultWindows;
import io.kvbench.results.format.Incidents;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhasePart;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.Verdict;
import io.kvbench.results.format.Verdict.Reason;
import io.kvbench.results.format.Verdict.Validity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Results of runs with injected faults and other disturbances of the servers. */
public final class FaultFixtures {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;

  private FaultFixtures() {}

  /** A killed leader, a paused follower without effect, a store that never recovered. */
  public static RunResult leaderKilled() {
    RunResult whole = ResultFixtures.writeMillion();
    PhaseResult phase =
        whole
            .phases()
            .getFirst()
            .with(
                copy ->
                    copy.incidents =
                        new Incidents(
                            Optional.of(faults()),
                            Optional.of(events()),
                            Optional.of(windows(whole.phases().getFirst()))));
    Verdict verdict =
        new Verdict(
            Validity.SUSPECT,
            List.of(
                new Reason(
                    "fault",
                    "run phase: kill:leader@10s on zookeeper-2 as planned",
                    "no injected faults, for figures of a healthy store")),
            Optional.empty());
    return new ChangedResult(whole).verdict(verdict).phases(List.of(phase)).result();
  }

  static FaultWindows windows(PhaseResult phase) {
    OperationResult inside =
        new OperationResult(
            2_503,
            Map.of(Outcome.OK, 1_000L),
            Map.of(ErrorKind.CONNECTION_LOST, 1_500L, ErrorKind.TIMEOUT, 3L),
            TimeFixtures.lognormal(1_000, 40 * MILLI, 0.5),
            TimeFixtures.lognormal(1_000, 40 * MILLI, 0.5),
            Map.of(
                "CONNECTION_LOST",
                    TimeFixtures.both(TimeFixtures.lognormal(1_500, 400 * MILLI, 0.6)),
                "TIMEOUT", TimeFixtures.both(TimeFixtures.lognormal(3, 10 * SECOND, 0.01))));
    return new FaultWindows(
        10 * SECOND,
        List.of(
            new FaultWindows.Window(10 * SECOND, 23 * SECOND),
            new FaultWindows.Window(40 * SECOND, 52 * SECOND)),
        new PhasePart(25 * SECOND, Map.of(OperationType.INSERT, inside), TimeFixtures.none()),
        new PhasePart(27 * SECOND, phase.operations(), TimeFixtures.none()));
  }

  static List<FaultResult> faults() {
    return List.of(
        new FaultResult(
            "kill:leader@10s",
            "KILL",
            "zookeeper-2",
            "leader",
            10 * SECOND + 2 * MILLI,
            300_000,
            OptionalLong.of(4_230),
            OptionalLong.of(1_200),
            List.of(
                new RecoveryResult(
                    OperationType.INSERT,
                    18_204.6,
                    5 * SECOND,
                    OptionalLong.of(20),
                    OptionalLong.of(1_830),
                    OptionalLong.of(2_410),
                    1_810,
                    Map.of(ErrorKind.CONNECTION_LOST, 1_500L, ErrorKind.TIMEOUT, 3L)),
                new RecoveryResult(
                    OperationType.READ,
                    99.5,
                    2 * SECOND,
                    OptionalLong.empty(),
                    OptionalLong.of(10),
                    OptionalLong.empty(),
                    0,
                    Map.of()))),
        new FaultResult(
            "pause:zookeeper-3@40s",
            "PAUSE",
            "zookeeper-3",
            "unknown",
            40 * SECOND,
            2 * MILLI,
            OptionalLong.empty(),
            OptionalLong.empty(),
            List.of(
                new RecoveryResult(
                    OperationType.INSERT,
                    0,
                    0,
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    12_900,
                    Map.of()))));
  }

  static List<EventResult> events() {
    return List.of(
        event("fault", "KILL", "zookeeper-2", "leader zookeeper-2 killed", 10 * SECOND + 2 * MILLI),
        event("cluster", "LEADER", "zookeeper-3", "zookeeper-3 leads", 10 * SECOND + 420 * MILLI),
        new EventResult(
            "fault",
            "NOT_DONE",
            Optional.empty(),
            "restart:killed@20s was not carried out:\u001B[31m zookeeper-2 is still running",
            20 * SECOND,
            PhaseFixtures.START.plusNanos(20 * SECOND)),
        event("fault", "PAUSE", "zookeeper-3", "zookeeper-3 paused", 40 * SECOND));
  }

  private static EventResult event(
      String source, String kind, String node, String message, long phaseNanos) {
    return new EventResult(
        source,
        kind,
        Optional.of(node),
        message,
        phaseNanos,
        PhaseFixtures.START.plusNanos(phaseNanos));
  }
}
