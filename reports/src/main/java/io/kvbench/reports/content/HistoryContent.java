package io.kvbench.reports.content;

import io.kvbench.reports.document.Chart.OverRuns;
import io.kvbench.reports.document.Document;
import io.kvbench.reports.document.Document.Section;
import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.Statement;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.document.Tone;
import io.kvbench.reports.history.BaselineComparison;
import io.kvbench.reports.history.BenchmarkHistory;
import io.kvbench.reports.history.FigureHistory;
import io.kvbench.reports.history.FigureHistory.Shift;
import io.kvbench.reports.history.History;
import io.kvbench.reports.history.HistoryRun;
import io.kvbench.results.figure.Better;
import io.kvbench.results.figure.Metric;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * A history: the outcome of each benchmark, then of each benchmark its figures over the runs with
 * the changes marked, and tables.
 */
public final class HistoryContent {
  /** Fewer runs are a table only. */
  private static final int LEAST_RUNS = 3;

  private HistoryContent() {}

  /**
   * Returns the document.
   *
   * @param headlines of the benchmarks, in their order
   * @param version of kvbench
   */
  public static Document of(History history, List<String> headlines, String version) {
    List<String> names = history.names();
    List<Element> outcomes = new ArrayList<>();
    List<Section> sections = new ArrayList<>();
    for (int index = 0; index < headlines.size(); index++) {
      String headline = headlines.get(index);
      outcomes.add(new Statement(tone(headline), names.get(index), headline, "", List.of()));
      boolean isJudged = tone(headline) != Tone.DOUBTFUL;
      sections.add(section(index, names.get(index), history.benchmarks().get(index), isJudged));
    }
    sections.addFirst(Section.of("answer", "", outcomes));
    sections.add(
        Section.of("left-out", "Left out", List.of(Tabulation.of(HistorySheets.leftOut(history)))));
    return new Document("History", version, sections);
  }

  public static Document of(List<BaselineComparison> figures, double tolerance) {
    return new Document(
        "",
        "",
        List.of(
            Section.of(
                "baseline",
                "",
                List.of(Tabulation.of(HistorySheets.baseline(figures, tolerance))))));
  }

  private static Tone tone(String headline) {
    return headline.startsWith("REGRESSION")
        ? Tone.BAD
        : headline.startsWith("NOT JUDGED") ? Tone.DOUBTFUL : Tone.GOOD;
  }

  private static Section section(
      int index, String name, BenchmarkHistory history, boolean isJudged) {
    List<Element> elements = new ArrayList<>();
    if (history.runs().size() >= LEAST_RUNS) {
      for (FigureHistory figure : history.figures()) {
        String id = "figure-" + (index + 1) + "-" + (elements.size() + 1);
        elements.add(chart(id, names(history), figure, index, isJudged));
      }
    }
    elements.add(Tabulation.of(HistorySheets.changes(history)));
    elements.add(Tabulation.of(HistorySheets.runs(history)));
    return Section.of("benchmark-" + (index + 1), name, elements);
  }

  private static List<String> names(BenchmarkHistory history) {
    List<String> names = new ArrayList<>();
    for (HistoryRun run : history.runs()) {
      LocalDate day = LocalDate.ofInstant(run.startedAt(), ZoneOffset.UTC);
      names.add(names.size() + 1 + ": " + run.version() + "\n" + day);
    }
    return names;
  }

  private static OverRuns chart(
      String id, List<String> names, FigureHistory history, int index, boolean isJudged) {
    Metric figure = history.figure();
    List<Shift> shifts = history.shifts();
    List<Number> levels = new ArrayList<>();
    shifts.forEach(shift -> levels.add(drawn(figure, shift.before())));
    if (!shifts.isEmpty()) {
      levels.add(drawn(figure, shifts.getLast().after()));
    }
    return new OverRuns(
        id,
        figure.heading(),
        "Over all runs"
            + found(shifts.isEmpty(), isJudged)
            + ". "
            + MainFigures.direction(figure.better() == Better.MORE),
        figure.unit().charted(),
        names,
        Strokes.part(index),
        history.values().stream().map(value -> drawn(figure, value)).toList(),
        shifts.stream().map(Shift::run).toList(),
        levels);
  }

  private static String found(boolean isNothing, boolean isJudged) {
    if (isNothing) {
      return isJudged ? "; no change found" : "";
    }
    return "; upright lines mark changes, level lines the medians between them";
  }

  private static Number drawn(Metric figure, double value) {
    return Track.rounded(figure.unit().charted(value));
  }
}
