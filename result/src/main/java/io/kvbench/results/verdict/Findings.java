package io.kvbench.results.verdict;

import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.Verdict;
import io.kvbench.results.format.Verdict.Reason;
import io.kvbench.results.format.Verdict.Validity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The collected findings of the checks. Each check has one reason, however many phases failed it;
 * the most severe come first, and those that are the same in most runs come last.
 */
final class Findings {
  private record Finding(Validity validity, Reason reason) {}

  private final Map<String, List<Finding>> byCheck = new LinkedHashMap<>();

  void suspect(String check, String observed, String limit) {
    add(Validity.SUSPECT, check, observed, limit);
  }

  void invalid(String check, String observed, String limit) {
    add(Validity.INVALID, check, observed, limit);
  }

  void suspect(PhaseResult phase, String check, String observed, String limit) {
    suspect(check, title(phase) + ": " + observed, limit);
  }

  void invalid(PhaseResult phase, String check, String observed, String limit) {
    invalid(check, title(phase) + ": " + observed, limit);
  }

  /** Notes what is no reason to doubt the figures. */
  void note(PhaseResult phase, String check, String observed, String limit) {
    note(check, title(phase) + ": " + observed, limit);
  }

  void note(String check, String observed, String limit) {
    add(Validity.VALID, check, observed, limit);
  }

  Verdict verdict() {
    Map<Boolean, List<Finding>> merged =
        byCheck.values().stream()
            .map(Findings::merged)
            .sorted(
                Comparator.comparing(Finding::validity)
                    .reversed()
                    .thenComparing(finding -> Verdict.isUsual(finding.reason.check())))
            .collect(Collectors.partitioningBy(finding -> finding.validity == Validity.VALID));
    List<Finding> failed = merged.getOrDefault(false, List.of());
    List<Reason> notes = reasons(merged.getOrDefault(true, List.of()));
    return new Verdict(
        failed.isEmpty() ? Validity.VALID : failed.getFirst().validity,
        reasons(failed),
        notes.isEmpty() ? Optional.empty() : Optional.of(notes));
  }

  private static List<Reason> reasons(List<Finding> findings) {
    return findings.stream().map(Finding::reason).toList();
  }

  private void add(Validity validity, String check, String observed, String limit) {
    VerdictCheck.requireDeclared(check, validity);
    byCheck
        .computeIfAbsent(check, name -> new ArrayList<>())
        .add(new Finding(validity, new Reason(check, observed, limit)));
  }

  /** The worst of one check's findings, the first of equals, speaks for the others. */
  private static Finding merged(List<Finding> same) {
    int more = same.size() - 1;
    Finding worst =
        same.stream()
            .reduce((one, other) -> other.validity.compareTo(one.validity) > 0 ? other : one)
            .orElseThrow();
    if (more == 0) {
      return worst;
    }
    Reason reason = worst.reason;
    String others = "; also in " + more + " more phase" + (more == 1 ? "" : "s");
    return new Finding(
        worst.validity, new Reason(reason.check(), reason.observed() + others, reason.limit()));
  }

  /** Returns what phases are called in plans, too. */
  static String title(PhaseResult phase) {
    if (phase.name() == PhaseName.PROBE) {
      return phase.name() + phase.step().map(step -> " " + step.index()).orElse("");
    }
    return phase.name()
        + " phase"
        + phase.step().map(step -> ", step " + step.index() + " of " + step.of()).orElse("");
  }
}
