package io.kvbench.reports.content;

import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.Entries;
import io.kvbench.reports.document.Element.Entry;
import io.kvbench.reports.document.Element.Subsection;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.run.PhasesSheet;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.SendingWindow;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A run with a changing number of clients: the whole of it, a row for each step, the errors of
 * every step, and in full reports everything about the step with the highest throughput. Steps have
 * different numbers of clients, so their times are not added up.
 */
final class StepsParts {
  private final List<PhaseResult> steps;
  private final Optional<PhaseResult> best;

  /**
   * Takes the steps of a run.
   *
   * @param steps at least one, in order
   */
  StepsParts(List<PhaseResult> steps) {
    this.steps = steps;
    this.best = PhasesSheet.best(steps);
  }

  /** Returns the whole of it, and a row for each step. */
  Subsection subsection(List<Element> more) {
    List<Element> elements = new ArrayList<>();
    elements.add(
        new Entries(
            List.of(
                Entry.of("Operations", PhaseParts.totals(steps)),
                Entry.of(
                    "Throughput",
                    Quantities.rate(new SendingWindow(steps).okPerSecond())
                        + " ops/s OK on average over "
                        + (steps.size() == 1 ? "one " : steps.size() + " ")
                        + (isSearch() ? "probe" : "step")
                        + (steps.size() == 1 ? "" : "s")))));
    elements.add(Tabulation.of(PhasesSheet.of(isSearch() ? "Probes" : "Client steps", steps)));
    elements.addAll(more);
    return new Subsection(steps.getFirst().name().name(), shape(), elements);
  }

  /** Returns the steps as the summary of a run has them. */
  Subsection summary() {
    return subsection(
        Stream.concat(steps.stream().filter(step -> !best.equals(Optional.of(step))), best.stream())
            .map(step -> new PhaseParts(step).notOk(false))
            .toList());
  }

  /** Returns whether the steps are probes, which have planned rates, too. */
  private boolean isSearch() {
    return steps.getFirst().name() == PhaseName.PROBE;
  }

  private String shape() {
    if (isSearch()) {
      return "%s: %s clients, %s"
          .formatted(
              Quantities.count(steps.size(), "probe"), range(), Quantities.elapsed(wallNanos()));
    }
    int planned = steps.getFirst().step().map(ClientStep::of).orElse(steps.size());
    String count = planned == steps.size() ? "" : steps.size() + " of ";
    return "%s%s: %s clients, %s, %s"
        .formatted(
            count,
            Quantities.count(planned, "step"),
            range(),
            PlainText.of(steps.getFirst().load().loadModel()),
            Quantities.elapsed(wallNanos()));
  }

  private String range() {
    IntSummaryStatistics clients =
        steps.stream().mapToInt(phase -> phase.load().clients()).summaryStatistics();
    String most = Quantities.count(clients.getMax());
    return (clients.getMin() == clients.getMax() ? "" : Quantities.count(clients.getMin()) + " to ")
        + most;
  }

  private long wallNanos() {
    return steps.stream().mapToLong(phase -> phase.span().wallNanos()).sum();
  }
}
