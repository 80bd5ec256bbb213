package io.kvbench.results.verdict;

import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.Verdict;
import java.util.List;

/**
 * The rules by which a run is judged from its measurements. The answers are judged in the load and
 * the run, since the run works on what the load left; load and client only in the measured phases.
 * In the probes of a search only the client is judged: the load on the store and its behaviour are
 * the subject of the search.
 */
public final class VerdictRules {
  private VerdictRules() {}

  /**
   * Judges a run.
   *
   * @param limits with those of {@link VerdictSettings}
   */
  public static Verdict judge(Evidence evidence, Settings limits) {
    Findings findings = new Findings();
    RunChecks.check(evidence, findings);
    List<PhaseResult> phases =
        evidence.phases().stream().filter(phase -> phase.name() != PhaseName.WARMUP).toList();
    List<PhaseResult> measured = PhaseResult.measured(phases);
    MissingRecords missing = new MissingRecords(evidence, limits);
    for (PhaseResult phase : phases) {
      if (phase.name() == PhaseName.PROBE) {
        ProbeChecks.check(phase, evidence, limits, findings);
        continue;
      }
      FaultChecks.check(phase, findings);
      if (phase.rates().requests() > 0 && phase.okCount() == 0) {
        findings.invalid(phase, "answers", "no operation was answered OK", "at least one");
      } else {
        AnswerChecks.check(phase, evidence, limits, findings);
        missing.check(phase, findings);
      }
      phase.coordination().ifPresent(counts -> CoordinationChecks.check(phase, counts, findings));
      if (measured.contains(phase)) {
        SampleChecks.check(phase, limits, findings);
        if (phase.incidents().faults().orElse(List.of()).isEmpty()
            && !LoadChecks.isChanged(phase)) {
          Steadiness.check(phase, evidence.ratesOf(phase), limits, findings);
          TailChecks.check(phase, limits, findings);
        }
        new LoadChecks(phase, evidence.processes(), limits, findings).check();
        new RecordChecks(phase, evidence, limits, findings).check();
        new AgentChecks(evidence, phase, limits, findings).check();
        phase
            .client()
            .condition()
            .ifPresent(
                condition ->
                    new ClientChecks(
                            phase,
                            condition,
                            evidence.otherLoad(phase),
                            evidence.processes(),
                            limits,
                            findings)
                        .check());
      }
    }
    if (measured.stream().noneMatch(phase -> phase.name() == PhaseName.PROBE)) {
      Slos.doubt(limits, measured, findings);
    }
    StoreChecks.check(evidence, limits, findings);
    evidence.store().consistency().ifPresent(found -> ConsistencyChecks.check(found, findings));
    return findings.verdict();
  }
}
