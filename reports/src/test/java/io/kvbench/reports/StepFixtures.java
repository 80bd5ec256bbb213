package io.kvbench.reports;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseResult.ErrorMessage;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.Verdict;
import io.kvbench.results.format.Verdict.Reason;
import io.kvbench.results.format.Verdict.Validity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Runs with steps of clients for tests. */
public final class StepFixtures {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;

  private StepFixtures() {}

  /** Eight steps of inserts; the store is busy from the fifth on and overloaded in the last. */
  public static RunResult clientSteps() {
    int[] clients = {1, 10, 50, 100, 300, 500, 700, 1000};
    long[] okPerSecond = {980, 6_400, 13_100, 16_300, 18_900, 18_700, 18_200, 15_500};
    PhaseResult[] steps = new PhaseResult[clients.length];
    for (int index = 0; index < steps.length; index++) {
      long median = clients[index] * SECOND / okPerSecond[index];
      steps[index] =
          step(
              new ClientStep(index + 1, steps.length),
              clients[index],
              125_000 * SECOND / okPerSecond[index],
              TimeFixtures.ok(125_000, TimeFixtures.lognormal(125_000, median, 0.28)),
              List.of());
    }
    OperationResult failing =
        new OperationResult(
            125_000,
            Map.of(Outcome.OK, 124_997L),
            Map.of(ErrorKind.TIMEOUT, 3L),
            TimeFixtures.lognormal(124_997, 61 * MILLI, 0.4),
            TimeFixtures.lognormal(124_997, 61 * MILLI, 0.4),
            Map.of("TIMEOUT", TimeFixtures.both(TimeFixtures.lognormal(3, 10 * SECOND, 0.01))));
    PhaseResult last = steps[steps.length - 1];
    steps[steps.length - 1] =
        step(
            last.step().orElseThrow(),
            last.load().clients(),
            last.span().wallNanos(),
            failing,
            PhaseFixtures.messages().subList(2, 3));
    Verdict verdict =
        new Verdict(
            Validity.SUSPECT,
            List.of(new Reason("errors", "run phase: 3 operations failed", "none")),
            Optional.empty());
    return ResultFixtures.run(
        "write1m-clientsteps",
        verdict,
        Optional.of(ResultFixtures.store(999_998, 0, 999_997, 3)),
        steps);
  }

  /** The first two steps of eight, then an interruption. */
  public static RunResult interruptedSteps() {
    RunResult whole = clientSteps();
    PhaseResult[] two = whole.phases().subList(0, 2).toArray(PhaseResult[]::new);
    Verdict verdict =
        new Verdict(Validity.SUSPECT, List.of(new Reason("status", "", "")), Optional.empty());
    return new ChangedResult(
            ResultFixtures.run(whole.origin().workload(), verdict, Optional.empty(), two))
        .status(RunStatus.PARTIAL, "interrupted in the run phase, step 2 of 8")
        .result();
  }

  private static PhaseResult step(
      ClientStep step,
      int clients,
      long wall,
      OperationResult inserts,
      List<ErrorMessage> messages) {
    return PhaseFixtures.phase(
        PhaseName.RUN,
        Optional.of(step),
        clients,
        wall,
        OptionalDouble.empty(),
        Map.of(OperationType.INSERT, inserts),
        TimeFixtures.none(),
        messages,
        PhaseFixtures.time(clients * wall, clients * wall / 100 * 98, Map.of(), Map.of(), 0, 0));
  }
}
