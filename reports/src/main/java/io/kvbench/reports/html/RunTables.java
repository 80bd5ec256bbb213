package io.kvbench.reports.html;

import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.reports.run.NotOkSheet;
import io.kvbench.reports.run.PhasesSheet;
import io.kvbench.reports.run.ServersSheet;
import io.kvbench.reports.run.TimesSheets;
import io.kvbench.reports.run.UsesSheet;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.text.FaultsSheet;
import io.kvbench.reports.text.StoreLine;
import java.util.ArrayList;
import java.util.List;

/** The figures of a run as tables: those of the text, with every phase and every detail. */
final class RunTables {
  private RunTables() {}

  static void render(RunResult result, Markup page) {
    page.table(PhasesSheet.of("Phases", result.phases()));
    for (PhaseResult phase : result.phases()) {
      List<Sheet> sheets = new ArrayList<>(TimesSheets.of(phase));
      sheets.add(NotOkSheet.of(phase));
      sheets.add(FaultsSheet.of(phase));
      for (Sheet sheet : sheets) {
        String title = sheet.title() + ", " + RunFigures.nameOf(phase);
        page.table(sheet.titled(title));
      }
    }
    page.table(ServersSheet.of(result.cluster()));
    result
        .hosts()
        .flatMap(hosts -> hosts.overall().map(span -> UsesSheet.of(hosts, span)))
        .ifPresent(sheet -> page.table(sheet));
    Parts.list(
        page,
        StoreLine.of(result).stream().map(fact -> fact.label() + ": " + fact.text()).toList());
  }
}
