package io.kvbench.reports.text;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.result.PhaseResult.ErrorMessage;
import io.kvbench.core.result.Verdict;
import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.Difference;
import io.kvbench.reports.compare.Marks;
import io.kvbench.reports.compare.RowNotes;
import io.kvbench.reports.compare.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A comparison for a terminal. What makes the runs incomparable comes first, then the older tools'
 * table with the errors of every run and what its rows are, then what that table could not say.
 */
public final class ComparisonText {
  private static final int MOST_MESSAGES = 4;
  private static final int FIGURE_WIDTH = 26;

  private final Comparison comparison;
  private final List<String> labels;
  private final Page page;

  private ComparisonText(Comparison comparison, TextStyle style) {
    this.comparison = comparison;
    this.labels = comparison.runs().stream().map(ComparedRun::label).map(PlainText::of).toList();
    this.page = new Page(style);
  }

  /** Returns the comparison, each line ended by {@code \n}. */
  public static String of(Comparison comparison, TextStyle style) {
    return new ComparisonText(comparison, style).render();
  }

  private String render() {
    runs();
    differences();
    page.table(comparison.sheet("", "", comparison.summary()), CellText::summary);
    errors();
    notes();
    operations();
    page.table(
        comparison.sheet(
            "Client time",
            "what the times above are a part of, as shares of the clients' time",
            comparison.account()));
    costs();
    standings();
    return page.toString();
  }

  private void runs() {
    page.title("Runs", "their verdicts, with the checks that did not pass");
    for (int index = 0; index < labels.size(); index++) {
      ComparedRun run = comparison.runs().get(index);
      page.indented(
          2,
          labels.get(index) + ": " + PlainText.of(run.result().workload()) + ", " + verdict(run));
      page.line("    " + PlainText.of(run.directory().toString()));
    }
  }

  private static String verdict(ComparedRun run) {
    Verdict verdict = run.result().verdict();
    String checks =
        verdict.reasons().stream()
            .map(Verdict.Reason::check)
            .distinct()
            .map(PlainText::of)
            .collect(Collectors.joining(", "));
    return verdict.validity() + (checks.isEmpty() ? "" : " (" + checks + ")");
  }

  private void differences() {
    page.blank();
    if (comparison.differences().isEmpty()) {
      page.title("Differences", "none but in what was measured");
      return;
    }
    page.title(
        "Differences",
        "that explain figures; rows that one makes incomparable have its number beside them");
    for (Difference difference : comparison.differences()) {
      String mark = difference.number() == 0 ? " - " : Marks.of(List.of(difference.number()));
      List<String> lines = PlainText.wrap(sentence(difference), page.width() - 5);
      page.line(Columns.right(mark, 4) + " " + lines.getFirst());
      lines.stream().skip(1).forEach(line -> page.line("     " + line));
    }
  }

  private String sentence(Difference difference) {
    String values =
        IntStream.range(0, labels.size())
            .mapToObj(
                run -> CellText.plain(difference.values().get(run)) + " (" + labels.get(run) + ")")
            .collect(Collectors.joining(", "));
    return PlainText.of(difference.subject())
        + ": "
        + values
        + (difference.why().isEmpty() ? "" : ". " + difference.why());
  }

  private void errors() {
    page.blank();
    page.title("Errors", "by kind, with the messages behind them");
    for (int index = 0; index < labels.size(); index++) {
      ComparedRun run = comparison.runs().get(index);
      if (run.errors().isEmpty()) {
        page.indented(2, labels.get(index) + ": none");
      } else {
        page.indented(2, labels.get(index) + ":");
        run.errors()
            .forEach(
                (kind, count) -> {
                  page.line("    " + kind + " " + Quantities.count(count));
                  messages(run, kind);
                });
      }
    }
  }

  private void messages(ComparedRun run, ErrorKind kind) {
    List<ErrorMessage> messages = run.errorMessages(kind);
    for (ErrorMessage message : messages.subList(0, Math.min(MOST_MESSAGES, messages.size()))) {
      page.indented(
          6,
          "\"%s\" (count %s)"
              .formatted(PlainText.of(message.message()), Quantities.count(message.count())));
    }
    if (messages.size() > MOST_MESSAGES) {
      page.indented(6, "and %s more messages".formatted(messages.size() - MOST_MESSAGES));
    }
  }

  private void notes() {
    page.blank();
    page.title("Notes", "on the rows above, where their names say too little");
    RowNotes.summary(comparison.runs())
        .forEach(note -> page.item(note.rows() + ": " + PlainText.of(note.text())));
  }

  private void operations() {
    if (comparison.operations().isEmpty()) {
      return;
    }
    page.table(
        comparison.sheet(
            "Operations",
            "each type by itself; " + Comparison.COMPOSITES,
            comparison.operations()));
  }

  private void costs() {
    page.blank();
    if (comparison.costs().isEmpty()) {
      page.title("Costs", "nothing is known of them: nobody looked at the hosts");
      return;
    }
    page.table(
        comparison.sheet(
            "Costs",
            "per operation answered OK; per byte of keys and values written, moved or kept, where"
                + " all have one size",
            comparison.costs()));
  }

  private void standings() {
    if (comparison.standings().isEmpty()) {
      return;
    }
    page.blank();
    page.title(
        "Best",
        "in each figure, and the next best. In brackets where 95 of 100 differences lie if the"
            + " seconds of each run are drawn anew. Noise within the runs is all that this can"
            + " tell: for more, repeat them");
    for (Standing standing : comparison.standings()) {
      List<String> lines =
          new ArrayList<>(
              PlainText.wrap(StandingText.of(standing, comparison), page.width() - FIGURE_WIDTH));
      page.line(Columns.left(standing.figure(), FIGURE_WIDTH) + lines.removeFirst());
      lines.forEach(line -> page.line(" ".repeat(FIGURE_WIDTH) + line));
    }
  }
}
