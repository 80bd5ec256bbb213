package io.kvbench.runner.suite;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.reports.text.Page;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.figure.Quantities;
import io.kvbench.runner.suite.SuitePlan.PlannedCell;
import java.util.List;
import java.util.Locale;

/** The plan of a suite, as text. */
public final class SuitePlanText {
  private SuitePlanText() {}

  /** Returns the text, each line ended by {@code \n}. */
  public static String of(SuitePlan plan, TextStyle style) {
    Page page = new Page(style);
    page.title(
        "Suite " + plan.name(),
        "%s of %s, %s"
            .formatted(
                Quantities.count(plan.size(), "run"),
                Quantities.count(plan.combinations().size(), "combination"),
                Quantities.count(plan.repeats(), "repeat")));
    page.table(
        Sheet.of(
            "Combinations",
            "time is that of the phases by the plan, without starting servers",
            List.of(
                Figure.of("combination", each -> Cell.words(each.title())),
                Figure.of("workload", each -> Cell.words(each.workload())),
                Figure.of("time", each -> Cell.words(words(each.expected()))),
                Figure.of("phases", each -> Cell.words(String.join("; ", each.phases())))),
            plan.combinations()));
    page.blank();
    page.field("Order", order(plan));
    plan.until()
        .ifPresent(
            rule ->
                page.field(
                    "Repeats",
                    "%d to %d of each combination, until its median throughput is known precisely"
                            .formatted(rule.fewestRuns(), plan.repeats())
                        + " enough (repeat.until)"));
    page.field("Time", time(plan));
    plan.budget()
        .ifPresent(
            budget -> page.field("Budget", Quantities.elapsed(budget.toNanos()) + " (max.time)"));
    return page.toString();
  }

  private static String order(SuitePlan plan) {
    int shown = Math.min(12, plan.size());
    String first =
        String.join(
            ", ",
            plan.cells().subList(0, shown).stream()
                .map(cell -> cell.name().replaceFirst("-.*-", "#"))
                .toList());
    return "combination#repeat: " + first + (plan.size() > shown ? ", ..." : "");
  }

  private static String time(SuitePlan plan) {
    double nanos =
        plan.cells().stream()
            .map(PlannedCell::of)
            .mapToDouble(each -> each.expected().nanos())
            .sum();
    double pauses = (double) plan.pause().toNanos() * Math.max(0, plan.size() - 1);
    boolean whole = plan.combinations().stream().allMatch(each -> each.expected().isWhole());
    return words(new Expected((long) (nanos + pauses), whole))
        + (whole
            ? ""
            : "; how long a closed loop takes for a number of requests is known after its first run");
  }

  private static String words(Expected expected) {
    return expected.isWhole()
        ? Quantities.elapsed(expected.nanos())
        : expected.nanos() == 0
            ? "unknown"
            : String.format(Locale.ROOT, "more than %s", Quantities.elapsed(expected.nanos()));
  }
}
