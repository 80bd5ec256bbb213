package io.kvbench.reports;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseSpan;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.Verdict;
import io.kvbench.results.format.Verdict.Reason;
import io.kvbench.results.format.Verdict.Validity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Failed runs for tests. */
public final class FailureFixtures {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;

  private FailureFixtures() {}

  /** ZooKeeper as the old tables never showed it: nearly all client time goes to failures. */
  public static RunResult halfFailing() {
    long wall = 60 * SECOND;
    Map<ErrorKind, Long> errors =
        Map.of(
            ErrorKind.CONNECTION_LOST,
            48_000L,
            ErrorKind.SESSION_EXPIRED,
            2_000L,
            ErrorKind.TIMEOUT,
            3L);
    OperationResult inserts =
        new OperationResult(
            100_015,
            Map.of(Outcome.OK, 50_000L, Outcome.ALREADY_EXISTS, 12L),
            errors,
            TimeFixtures.lognormal(50_000, 42_700_000L, 0.5),
            TimeFixtures.lognormal(50_000, 42_700_000L, 0.5),
            Map.of(
                "CONNECTION_LOST",
                    TimeFixtures.both(TimeFixtures.lognormal(48_000, 400 * MILLI, 0.6)),
                "SESSION_EXPIRED",
                    TimeFixtures.both(TimeFixtures.lognormal(2_000, 900 * MILLI, 0.3)),
                "TIMEOUT", TimeFixtures.both(TimeFixtures.lognormal(3, 10 * SECOND, 0.01)),
                "ALREADY_EXISTS", TimeFixtures.both(TimeFixtures.lognormal(12, 20 * MILLI, 0.2))));
    OperationResult reads =
        new OperationResult(
            7,
            Map.of(Outcome.NOT_FOUND, 7L),
            Map.of(),
            TimeFixtures.none(),
            TimeFixtures.none(),
            Map.of("NOT_FOUND", TimeFixtures.both(TimeFixtures.lognormal(7, MILLI, 0.1))));
    ClientTime time =
        PhaseFixtures.time(
            500 * wall,
            2_310 * SECOND,
            Map.of(Outcome.ALREADY_EXISTS, SECOND, Outcome.NOT_FOUND, SECOND / 100),
            Map.of(
                ErrorKind.CONNECTION_LOST,
                22_000 * SECOND,
                ErrorKind.SESSION_EXPIRED,
                2_000 * SECOND,
                ErrorKind.TIMEOUT,
                30 * SECOND),
            3_500 * SECOND,
            0);
    PhaseResult phase =
        PhaseFixtures.phase(
            PhaseName.RUN,
            wall,
            OptionalDouble.empty(),
            Map.of(OperationType.INSERT, inserts, OperationType.READ, reads),
            TimeFixtures.none(),
            PhaseFixtures.messages(),
            time);
    Verdict verdict =
        new Verdict(
            Validity.INVALID,
            List.of(
                new Reason(
                    "errors",
                    "run phase: 49.99 % of the operations failed",
                    "at most 1 %, verdict.errors"),
                new Reason(
                    Verdict.CLIENT_TIME,
                    "run phase: only 7.74 % of the clients' busy time was spent in operations"
                        + " answered OK",
                    "at least 95 %, verdict.oktime"),
                new Reason(
                    Verdict.STORE,
                    "49,000 keys found, 50,000 acknowledged",
                    "the same number, within 3 writes with an unknown outcome")),
            Optional.empty());
    return ResultFixtures.run(
        "write1m", verdict, Optional.of(ResultFixtures.store(49_000, 0, 50_000, 3)), phase);
  }

  /** Interrupted before anything came back. */
  public static RunResult interruptedEarly() {
    PhaseResult phase =
        PhaseFixtures.phase(
            PhaseName.RUN,
            300 * MILLI,
            OptionalDouble.empty(),
            Map.of(),
            TimeFixtures.none(),
            List.of(),
            PhaseFixtures.time(150 * SECOND, 0, Map.of(), Map.of(), 149 * SECOND, 0));
    RunResult whole =
        ResultFixtures.run(
            "workloada",
            new Verdict(Validity.INVALID, List.of(), Optional.empty()),
            Optional.empty(),
            phase);
    return new ChangedResult(whole)
        .status(RunStatus.PARTIAL, "interrupted with Ctrl-C after 0.3 s of the phase run")
        .result();
  }

  /** A good run after a load that failed in part. */
  public static RunResult failedLoad() {
    PhaseResult failing = halfFailing().phases().getFirst();
    PhaseResult load =
        failing.with(
            copy -> {
              copy.name = PhaseName.LOAD;
              copy.span =
                  new PhaseSpan(PhaseFixtures.START, failing.span().wallNanos(), Optional.empty());
            });
    return ResultFixtures.run(
        "workloada",
        ResultFixtures.valid(),
        Optional.empty(),
        load,
        ResultFixtures.memory().phases().getLast());
  }
}
