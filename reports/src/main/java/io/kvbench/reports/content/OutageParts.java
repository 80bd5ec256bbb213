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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.LongStream;

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
                  : sheet.titled(sheet.title() + ", " + Curves.nameOf(phase))));
    }
    return Section.of(
        "outage", faults.isEmpty() ? "What changed" : "How long was it down", elements);
  }

  private List<KeyFigure> figures() {
    List<KeyFigure> figures = new ArrayList<>();
    largest(recoveries.stream().mapToLong(RecoveryResult::silenceMillis), "none")
        .ifPresent(longest -> figures.add(new KeyFigure("Longest outage", longest)));
    slowest("First success after", RecoveryResult::firstSuccessMillis, figures);
    slowest("Back at 95 % after", RecoveryResult::recoveredMillis, figures);
    largest(
            faults.stream().flatMapToLong(fault -> fault.longestClientStallMillis().stream()),
            "<10 ms")
        .ifPresent(stall -> figures.add(new KeyFigure("Longest client stall", stall)));
    if (!faults.isEmpty()) {
      failed("Failed meanwhile", FaultWindows::inside, figures);
      failed("Failed otherwise", FaultWindows::outside, figures);
    }
    return figures;
  }

  private static Optional<Cell> largest(LongStream millis, String none) {
    return millis
        .boxed()
        .max(Comparator.naturalOrder())
        .map(most -> most == 0 ? Cell.words(none) : Cell.of(most * MILLI, Unit.NANOS));
  }

  /** The slowest of all operations after all faults; those that never came back are slower. */
  private void slowest(
      String name, Function<RecoveryResult, OptionalLong> millis, List<KeyFigure> figures) {
    List<OptionalLong> all = recoveries.stream().map(millis).toList();
    if (!all.isEmpty()) {
      figures.add(
          new KeyFigure(
              name,
              all.contains(OptionalLong.empty())
                  ? Cell.words("never")
                  : Cell.of(
                      all.stream().mapToLong(OptionalLong::orElseThrow).max().orElseThrow() * MILLI,
                      Unit.NANOS)));
    }
  }

  private void failed(
      String name, Function<FaultWindows, PhasePart> part, List<KeyFigure> figures) {
    phases.stream()
        .flatMap(phase -> phase.incidents().faultWindows().stream())
        .map(part)
        .map(each -> new long[] {each.errorCount(), each.operationCount()})
        .reduce((one, other) -> new long[] {one[0] + other[0], one[1] + other[1]})
        .ifPresent(
            sum ->
                figures.add(
                    new KeyFigure(
                        name,
                        Cell.words(Quantities.count(sum[0]) + " of " + Quantities.count(sum[1])))));
  }
}
