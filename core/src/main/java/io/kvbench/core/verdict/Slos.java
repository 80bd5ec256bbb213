package io.kvbench.core.verdict;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.result.Percentile;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.SloResult;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The user's own thresholds, {@code slo=...}: checked while planning, judged by the phases that the
 * run was about.
 */
public final class Slos {
  private Slos() {}

  /**
   * Finds what is wrong with the thresholds: their form, and operations or figures that the run is
   * not going to have.
   *
   * @param plan empty where there is none for other reasons; the form is checked all the same
   * @param faults whether the run plans any
   */
  public static void check(
      Settings settings, Optional<RunPlan> plan, boolean faults, Problems problems) {
    Set<OperationType> types = measuredTypes(settings);
    boolean lag = plan.isEmpty() || plan.get().phases().stream().anyMatch(Slos::hasSchedule);
    for (String text : texts(settings)) {
      try {
        checkSense(SloParser.parse(text), types, lag, faults);
      } catch (IllegalArgumentException e) {
        problems.add(settings.whereIs(VerdictSettings.SLO), String.valueOf(e.getMessage()));
      }
    }
  }

  /** Doubts a run that thresholds judged by percentiles of too few times. */
  static void doubt(Settings settings, List<PhaseResult> measured, Findings findings) {
    List<String> doubts =
        texts(settings).stream()
            .flatMap(text -> SloParser.parse(text).doubt(measured).stream())
            .toList();
    if (!doubts.isEmpty()) {
      findings.suspect(
          "thresholds",
          String.join("; ", doubts),
          "at least %s samples beyond the percentile".formatted(Percentile.SAMPLES_BEYOND));
    }
  }

  /**
   * Holds a run against the thresholds, which {@link #check} found nothing wrong with.
   *
   * @return in the order in which they were given; empty where there are none
   */
  public static Optional<List<SloResult>> judge(Settings settings, List<PhaseResult> phases) {
    List<PhaseResult> measured = PhaseResult.measured(phases);
    return settings
        .find(VerdictSettings.SLO)
        .map(
            texts -> texts.stream().map(SloParser::parse).map(slo -> slo.judge(measured)).toList());
  }

  private static List<String> texts(Settings settings) {
    return settings.find(VerdictSettings.SLO).orElse(List.of());
  }

  private static boolean hasSchedule(PhasePlan phase) {
    return phase.offeredPerSecond().isPresent();
  }

  private static void checkSense(Slo slo, Set<OperationType> types, boolean lag, boolean faults) {
    if (slo.type().isPresent() && !types.contains(slo.type().get())) {
      throw new IllegalArgumentException(
          "'%s' refers to %s, which this run does not perform; it performs %s."
              .formatted(
                  slo.text(),
                  slo.type().get(),
                  types.stream().map(OperationType::name).collect(Collectors.joining(", "))));
    }
    if (slo.metric() instanceof Metric.Lag && !lag) {
      throw new IllegalArgumentException(
          "'%s' refers to lag, but a closed loop has none; set target, or omit the threshold."
              .formatted(slo.text()));
    }
    if (slo.scope() == FaultScope.IN_FAULTS && !faults) {
      throw new IllegalArgumentException(
          ("'%s' refers to fault windows, but this run has none; plan a fault, or omit the"
                  + " threshold.")
              .formatted(slo.text()));
    }
  }

  /** A composite is measured as a whole and in its parts. */
  private static Set<OperationType> measuredTypes(Settings settings) {
    if (!settings.find(RunSettings.DO_TRANSACTIONS).orElse(true)) {
      return EnumSet.of(OperationType.INSERT);
    }
    Set<OperationType> types = EnumSet.copyOf(Workload.operationTypes(settings));
    List.copyOf(types).forEach(type -> types.addAll(type.parts()));
    return types;
  }
}
