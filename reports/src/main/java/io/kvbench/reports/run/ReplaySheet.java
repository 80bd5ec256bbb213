package io.kvbench.reports.run;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.ReplayResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The comparison of the answers to a replayed trace with the recorded ones. */
public final class ReplaySheet {
  private ReplaySheet() {}

  /** Returns the counts of a phase; no rows where no trace was replayed. */
  public static Sheet of(PhaseResult phase) {
    long compared = phase.replay().map(ReplayResult::compared).orElse(0L);
    Map<String, Long> counts = new LinkedHashMap<>();
    phase
        .replay()
        .filter(replay -> compared > 0)
        .ifPresent(
            replay -> {
              counts.put("as recorded", compared - replay.missed());
              replay.misses().forEach(miss -> counts.merge(words(miss), miss.count(), Long::sum));
            });
    return Sheet.of(
        "Replay",
        "answers compared with the recorded ones",
        List.of(
            Figure.of("answer", each -> Cell.words(each.getKey())),
            Figure.of("count", each -> Cell.of(each.getValue(), Unit.COUNT)),
            Figure.of("share", each -> Cell.of((double) each.getValue() / compared, Unit.SHARE))),
        List.copyOf(counts.entrySet()));
  }

  private static String words(ReplayResult.Miss miss) {
    return "%s recorded %s, now %s".formatted(miss.operation(), miss.recorded(), miss.replayed());
  }
}
