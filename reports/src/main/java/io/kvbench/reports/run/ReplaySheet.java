package io.kvbench.reports.run;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.ReplayResult;
import java.util.ArrayList;
import java.util.List;

/** The comparison of the answers to a replayed trace with the recorded ones. */
public final class ReplaySheet {
  private static final List<Figure<Entry>> COLUMNS =
      List.of(
          Figure.of("answer", entry -> Cell.words(entry.answer)),
          Figure.of("count", entry -> Cell.of(entry.count, Unit.COUNT)),
          Figure.of("share", entry -> Cell.of((double) entry.count / entry.compared, Unit.SHARE)));

  private record Entry(String answer, long count, long compared) {}

  private ReplaySheet() {}

  /** Returns the counts of a phase; no rows where no trace was replayed. */
  public static Sheet of(PhaseResult phase) {
    return Sheet.of(
        "Replay",
        "answers compared with the recorded ones",
        COLUMNS,
        phase
            .replay()
            .filter(replay -> replay.compared() > 0)
            .map(ReplaySheet::entries)
            .orElse(List.of()));
  }

  private static List<Entry> entries(ReplayResult replay) {
    List<Entry> entries = new ArrayList<>();
    entries.add(new Entry("as recorded", replay.compared() - replay.missed(), replay.compared()));
    for (ReplayResult.Miss miss : replay.misses()) {
      entries.add(
          new Entry(
              "%s recorded %s, now %s"
                  .formatted(miss.operation(), miss.recorded(), miss.replayed()),
              miss.count(),
              replay.compared()));
    }
    return entries;
  }
}
