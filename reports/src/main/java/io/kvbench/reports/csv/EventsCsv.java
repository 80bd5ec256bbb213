package io.kvbench.reports.csv;

import io.kvbench.reports.series.Event;
import io.kvbench.reports.series.RunSeries;
import java.util.List;

/** The events of runs, one row each, on the time axis of the plots in seconds. */
public final class EventsCsv {
  private EventsCsv() {}

  /** Returns the file, each line ended by {@code \n}. */
  public static String of(List<RunSeries> runs) {
    CsvFile csv = new CsvFile(List.of("RUN", "SECOND", "EVENT", "NODE", "TEXT"));
    for (RunSeries run : runs) {
      for (Event event : run.events()) {
        csv.line(
            List.of(
                CsvText.of(run.label()),
                CsvFile.cell(event.second()),
                event.kind().name(),
                CsvText.of(event.node()),
                CsvText.of(event.text())));
      }
    }
    return csv.text();
  }
}
