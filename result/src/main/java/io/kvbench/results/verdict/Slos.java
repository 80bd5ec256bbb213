package io.kvbench.results.verdict;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.MixSettings;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.results.figure.Formula;
import io.kvbench.results.figure.Population;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.SloResult;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The user's own thresholds, {@code slo=...} and {@code mix.NAME.slo=...}: checked while planning,
 * judged by the measured phases, or by the measurements of a mix in them.
 */
public final class Slos {
  private Slos() {}

  /**
   * Checks the thresholds: their form, and operations or figures that the run does not have.
   *
   * @param plan empty where there is none for other reasons; the form is checked all the same
   * @param faults whether the run plans any
   */
  public static void check(
      Settings settings, Optional<RunPlan> plan, boolean faults, Problems problems) {
    Set<OperationType> types = measuredTypes(settings);
    boolean lag = plan.isEmpty() || plan.get().phases().stream().anyMatch(Slos::hasSchedule);
    check(settings, VerdictSettings.SLO, slo -> checkSense(slo, types, lag, faults), problems);
    for (String mix : MixSettings.names(settings)) {
      Set<OperationType> own = measuredTypes(MixSettings.of(settings, mix));
      boolean schedule = plan.isEmpty() || hasSchedule(plan.get(), mix);
      check(settings, setting(mix), slo -> checkMix(slo, own, schedule), problems);
    }
  }

  private static void check(
      Settings settings, Setting<List<String>> setting, Consumer<Slo> sense, Problems problems) {
    for (String text : settings.find(setting).orElse(List.of())) {
      try {
        sense.accept(SloParser.parse(text));
      } catch (IllegalArgumentException e) {
        problems.add(settings.whereIs(setting), String.valueOf(e.getMessage()));
      }
    }
  }

  /** Returns the setting of the thresholds of a mix. */
  private static Setting<List<String>> setting(String mix) {
    return VerdictSettings.SLO.prefixed(MixSettings.prefix(mix));
  }

  /** Returns all thresholds that settings have, those of the run and then those of each mix. */
  static List<MixSlo> all(Settings settings) {
    List<MixSlo> all = new ArrayList<>();
    for (String text : settings.find(VerdictSettings.SLO).orElse(List.of())) {
      all.add(new MixSlo("", SloParser.parse(text)));
    }
    for (String mix : MixSettings.names(settings)) {
      for (String text : settings.find(setting(mix)).orElse(List.of())) {
        all.add(new MixSlo(mix, SloParser.parse(text)));
      }
    }
    return all;
  }

  /** Returns whether any threshold is about errors. */
  public static boolean limitErrors(Settings settings) {
    return all(settings).stream()
        .anyMatch(each -> each.slo().formula() instanceof Formula.OfErrors);
  }

  /** Doubts a run that thresholds judged by percentiles of too few times. */
  static void doubt(Settings settings, List<PhaseResult> measured, Findings findings) {
    List<String> doubts =
        all(settings).stream().flatMap(slo -> slo.doubt(measured).stream()).toList();
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
   * @return in the order in which they were given, those of mixes last; empty where there are none
   */
  public static Optional<List<SloResult>> judge(Settings settings, List<PhaseResult> phases) {
    List<PhaseResult> measured = PhaseResult.measured(phases);
    List<SloResult> judged = all(settings).stream().map(slo -> slo.judge(measured)).toList();
    return judged.isEmpty() && settings.find(VerdictSettings.SLO).isEmpty()
        ? Optional.empty()
        : Optional.of(judged);
  }

  private static boolean hasSchedule(PhasePlan phase) {
    return phase.offeredPerSecond().isPresent();
  }

  private static boolean hasSchedule(RunPlan plan, String mix) {
    return plan.phases().stream()
        .flatMap(phase -> phase.lanes().stream())
        .anyMatch(lane -> lane.mix().equals(mix) && hasSchedule(lane.phase()));
  }

  private static void checkMix(Slo slo, Set<OperationType> types, boolean lag) {
    if (slo.scope() != FaultScope.ALL) {
      throw new IllegalArgumentException(
          "'%s' refers to fault windows, which all mixes have together: set it in slo."
              .formatted(slo.text()));
    }
    checkSense(slo, types, lag, false);
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
    if (slo.formula().population() == Population.REQUESTS && !lag) {
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
    Set<OperationType> types = EnumSet.noneOf(OperationType.class);
    types.addAll(Workload.operationTypes(settings));
    List.copyOf(types).forEach(type -> types.addAll(type.parts()));
    return types;
  }
}
