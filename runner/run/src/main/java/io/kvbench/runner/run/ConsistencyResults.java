package io.kvbench.runner.run;

import io.kvbench.core.consistency.ConsistencyCheck;
import io.kvbench.core.consistency.ConsistencyReport;
import io.kvbench.core.consistency.ConsistencyReport.Total;
import io.kvbench.core.consistency.ConsistencyRules;
import io.kvbench.core.consistency.ExampleOperation;
import io.kvbench.core.consistency.ReadModeReport;
import io.kvbench.core.consistency.StalenessHistogram;
import io.kvbench.core.consistency.TimeWindow;
import io.kvbench.core.consistency.Violation;
import io.kvbench.core.consistency.ViolationKind;
import io.kvbench.core.history.HistorySource;
import io.kvbench.core.history.ValueIdentity;
import io.kvbench.results.format.ConsistencyResult;
import io.kvbench.results.format.ConsistencyResult.BrokenPromise;
import io.kvbench.results.format.ConsistencyResult.ExampleStep;
import io.kvbench.results.format.ConsistencyResult.ReadMode;
import io.kvbench.results.format.ConsistencyResult.Rules;
import io.kvbench.results.format.ConsistencyResult.Staleness;
import io.kvbench.results.format.ConsistencyResult.StalenessBucket;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks of histories as parts of results. */
public final class ConsistencyResults {
  /** The share of the heap for records; the rest is for the tables of the checks. */
  private static final long MEMORY_PARTS = 4;

  private static final long MOST_MEMORY = 1L << 30;

  private ConsistencyResults() {}

  /**
   * Checks a history.
   *
   * @throws IOException if it cannot be read
   */
  public static ConsistencyResult check(HistorySource source, Rules rules) throws IOException {
    return of(new ConsistencyCheck(rules(rules)).check(source), rules);
  }

  private static ConsistencyRules rules(Rules rules) {
    ConsistencyRules.Builder builder =
        ConsistencyRules.builder()
            .versions(rules.versions())
            .blindWrites(rules.blindWrites())
            .elections(
                rules.elections().stream()
                    .map(window -> new TimeWindow(window.beginNanos(), window.endNanos()))
                    .toList())
            .memoryBytes(Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / MEMORY_PARTS));
    rules.promises().forEach(builder::promise);
    return builder.build();
  }

  private static ConsistencyResult of(ConsistencyReport report, Rules rules) {
    return new ConsistencyResult(
        report.modes().stream().map(mode -> of(mode, report.acknowledgedWrites())).toList(),
        report.totals().stream().map(total -> broken(total, report.violations())).toList(),
        notes(report.notes()),
        report.undecided() + report.undecidedByClock(),
        report.dropped(),
        report.operations(),
        report.keys(),
        report.acknowledgedWrites(),
        report.observedWrites(),
        rules,
        Optional.empty());
  }

  private static ReadMode of(ReadModeReport mode, long acknowledged) {
    return new ReadMode(
        mode.mode(),
        mode.promised(),
        mode.observed(),
        mode.reads(),
        acknowledged == 0 ? 1 : (double) mode.observedWrites() / acknowledged,
        new Staleness(
            mode.staleness().reads(),
            buckets(mode.staleness().nanos()),
            buckets(mode.staleness().versions())));
  }

  private static List<StalenessBucket> buckets(List<StalenessHistogram.Bucket> buckets) {
    return buckets.stream().map(each -> new StalenessBucket(each.upTo(), each.reads())).toList();
  }

  private static BrokenPromise broken(Total total, List<Violation> violations) {
    Violation worst =
        violations.stream()
            .filter(each -> each.kind() == total.kind())
            .findFirst()
            .orElseGet(() -> new Violation(total.kind(), 0, 0, 0, List.of()));
    return broken(worst, total.operations(), total.keys());
  }

  private static BrokenPromise broken(Violation worst, long operations, long keys) {
    return new BrokenPromise(
        worst.kind().name(),
        worst.kind().text(),
        operations,
        keys,
        worst.key(),
        worst.ageNanos(),
        worst.example().stream().map(ConsistencyResults::step).toList());
  }

  /** Only the worst are known, so their numbers are lower bounds. */
  private static List<BrokenPromise> notes(List<Violation> notes) {
    Map<ViolationKind, List<Violation>> byKind = new LinkedHashMap<>();
    for (Violation note : notes) {
      byKind.computeIfAbsent(note.kind(), kind -> new ArrayList<>()).add(note);
    }
    return byKind.values().stream()
        .map(
            same ->
                broken(
                    same.getFirst(),
                    same.stream().mapToLong(Violation::operations).sum(),
                    same.size()))
        .toList();
  }

  private static ExampleStep step(ExampleOperation operation) {
    return new ExampleStep(
        operation.role(),
        operation.client(),
        operation.phase(),
        operation.kind().name(),
        operation.status().name(),
        operation.kind().reads() ? Optional.of(operation.consistency()) : Optional.empty(),
        operation.key(),
        operation.beginNanos(),
        operation.endNanos(),
        ValueIdentity.text(operation.identity()),
        operation.version());
  }
}
