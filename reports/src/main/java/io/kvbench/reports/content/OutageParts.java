package io.kvbench.reports.content;

import io.kvbench.reports.document.Document.Section;
import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.KeyFigure;
import io.kvbench.reports.document.Element.KeyFigures;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.FaultResult.RecoveryResult;
import io.kvbench.results.format.FaultWindows;
import io.kvbench.results.format.PhasePart;
import io.kvbench.results.format.PhaseResult;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/** The document parts about outages caused by faults, and about other changes during a run. */
final class OutageParts {
  private static final double MILLI = 1e6;

  private final List<PhaseResult> phases;
  private final List<FaultResult> faults;
  private final List<RecoveryResult> recoveries;

  private OutageParts(List<PhaseResult> phases) {
    this.phases = phases;
    this.faults =
        phases.stream()
            .flatMap(phase -> phase.incidents().faults().orElse(List.of()).stream())
            .toList();
    this.recoveries = faults.stream().flatMap(fault -> fault.recovery().stream()).toList();
  }

  /** Returns the section, without elements where nothing happened. */
  static Section of(List<PhaseResult> phases) {
    return new OutageParts(phases).section();
  }

  private Section section() {
    List<Element> elements = new ArrayList<>();
    elements.add(new KeyFigures(figures()));
    for (PhaseResult phase : phases) {
      Sheet sheet = FaultsSheet.of(phase);
      elements.add(
          Tabulation.of(
              phases.size() == 1
                  ? sheet
                  : sheet.titled(sheet.title() + ", " + RunCharts.nameOf(phase))));
    }
    return Section.of(
        "outage", faults.isEmpty() ? "What changed" : "How long was it down", elements);
  }

  private List<KeyFigure> figures() {
    List<KeyFigure> figures = new ArrayList<>();
    recoveries.stream()
        .mapToLong(RecoveryResult::silenceMillis)
        .max()
        .ifPresent(
            longest ->
                figures.add(
                    new KeyFigure(
                        "Longest outage", longest == 0 ? Cell.words("none") : millis(longest))));
    slowest("First success after", "never", RecoveryResult::firstSuccessMillis, figures);
    slowest("Back at 95 % after", "never", RecoveryResult::recoveredMillis, figures);
    faults.stream()
        .flatMapToLong(fault -> fault.longestClientStallMillis().stream())
        .max()
        .ifPresent(
            stall ->
                figures.add(
                    new KeyFigure(
                        "Longest client stall",
                        stall == 0 ? Cell.words("<10 ms") : millis(stall))));
    if (!faults.isEmpty()) {
      failed("Failed meanwhile", FaultWindows::inside, figures);
      failed("Failed otherwise", FaultWindows::outside, figures);
    }
    return figures;
  }

  /** The slowest of all operations after all faults; those that never came back are slower. */
  private void slowest(
      String name,
      String never,
      Function<RecoveryResult, OptionalLong> millis,
      List<KeyFigure> figures) {
    if (recoveries.stream().map(millis).anyMatch(OptionalLong::isEmpty)) {
      figures.add(new KeyFigure(name, Cell.words(never)));
      return;
    }
    recoveries.stream()
        .mapToLong(each -> millis.apply(each).orElseThrow())
        .max()
        .ifPresent(slowest -> figures.add(new KeyFigure(name, millis(slowest))));
  }

  private void failed(
      String name, Function<FaultWindows, PhasePart> part, List<KeyFigure> figures) {
    List<PhasePart> parts =
        phases.stream()
            .flatMap(phase -> phase.incidents().faultWindows().stream())
            .map(part)
            .toList();
    if (!parts.isEmpty()) {
      figures.add(
          new KeyFigure(
              name,
              Cell.words(
                  Quantities.count(parts.stream().mapToLong(PhasePart::errorCount).sum())
                      + " of "
                      + Quantities.count(
                          parts.stream().mapToLong(PhasePart::operationCount).sum()))));
    }
  }

  private static Cell millis(long millis) {
    return Cell.of(millis * MILLI, Unit.NANOS);
  }
}
