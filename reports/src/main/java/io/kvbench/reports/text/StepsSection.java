package io.kvbench.reports.text;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.result.Percentile;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.SendingWindow;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A run whose number of clients changed: the whole of it, a row for each step, the errors of every
 * step, and everything about the step with the most throughput. Steps are told apart by their
 * clients, so their times are not added up.
 */
final class StepsSection {
  private static final String MOST = "◂";
  private static final List<Column> COLUMNS =
      List.of(
          new Column("step", StepsSection::index),
          new Column("clients", step -> Quantities.count(step.clients())),
          new Column("conns", step -> Quantities.connections(step.connections())),
          new Column("requests", step -> Quantities.count(step.requests())),
          new Column("OK/s", step -> Quantities.rate(step.throughputPerSecond())),
          new Column("under way", step -> Quantities.rate(step.meanConcurrency())),
          new Column("p50", step -> time(step, 50)),
          new Column("p99", step -> time(step, 99)),
          new Column("p99.9", step -> time(step, 99.9)),
          new Column("errors", step -> Quantities.count(step.errorCount())));
  private static final int THROUGHPUT = 4;

  private final List<PhaseResult> steps;
  private final Optional<PhaseResult> best;

  /**
   * Takes the steps of a run.
   *
   * @param steps at least one, in order
   */
  StepsSection(List<PhaseResult> steps) {
    this.steps = steps;
    this.best =
        steps.stream()
            .filter(step -> step.throughputPerSecond() > 0)
            .reduce(
                (one, other) ->
                    other.throughputPerSecond() > one.throughputPerSecond() ? other : one);
  }

  void render(Page page) {
    page.blank();
    page.title(steps.getFirst().name().name(), shape());
    Totals totals = steps.stream().map(Totals::of).reduce(new Totals(0, 0, 0), Totals::plus);
    page.field(
        "Operations",
        totals.count() == 0
            ? "none ended"
            : Quantities.count(totals.count()) + ": " + totals.inWords());
    page.field(
        "Throughput",
        Quantities.rate(new SendingWindow(steps).okPerSecond())
            + " ops/s OK on average over "
            + (steps.size() == 1 ? "the one step" : "the " + steps.size() + " steps"));
    table(page);
    steps.stream()
        .filter(step -> !best.equals(Optional.of(step)))
        .forEach(step -> NotOkSection.render(step, page));
    best.ifPresent(step -> new PhaseSection(step).render(page));
  }

  private String shape() {
    int planned = steps.getFirst().step().map(ClientStep::of).orElse(steps.size());
    String count = planned == steps.size() ? "" : steps.size() + " of ";
    return "%s%s: %s clients, %s, %s"
        .formatted(
            count,
            Quantities.count(planned, "step"),
            range(),
            PlainText.of(steps.getFirst().loadModel()),
            Quantities.elapsed(wallNanos()));
  }

  private String range() {
    String least = Quantities.count(steps.stream().mapToInt(PhaseResult::clients).min().orElse(0));
    String most = Quantities.count(steps.stream().mapToInt(PhaseResult::clients).max().orElse(0));
    return least.equals(most) ? most : least + " to " + most;
  }

  private long wallNanos() {
    return steps.stream().mapToLong(PhaseResult::wallNanos).sum();
  }

  private void table(Page page) {
    page.blank();
    page.title(
        "By clients",
        "conns: connections; p50 to p99.9: response times of OK"
            + (best.isPresent() ? "; " + MOST + " most throughput" : ""));
    List<List<String>> rows = steps.stream().map(this::cells).toList();
    List<String> header = COLUMNS.stream().map(Column::name).toList();
    int[] widths = IntStream.range(0, COLUMNS.size()).map(at -> width(header, rows, at)).toArray();
    int gap = IntStream.of(widths).sum() + 2 * COLUMNS.size() + 1 > page.width() ? 1 : 2;
    line(header, widths, gap, false, page);
    for (int row = 0; row < rows.size(); row++) {
      boolean most = best.equals(Optional.of(steps.get(row)));
      line(rows.get(row), widths, gap, most, page);
    }
  }

  private List<String> cells(PhaseResult step) {
    return COLUMNS.stream().map(column -> column.cell.apply(step)).toList();
  }

  private static int width(List<String> header, List<List<String>> rows, int column) {
    return rows.stream()
        .map(row -> row.get(column).length())
        .reduce(header.get(column).length(), Math::max);
  }

  private static void line(List<String> cells, int[] widths, int gap, boolean most, Page page) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = Columns.right(cells.get(column), widths[column]);
      line.append(column == 0 ? "" : " ".repeat(gap));
      if (column == THROUGHPUT) {
        line.append(most ? Ink.GOOD.on(cell + " " + MOST, page.style()) : cell + "  ");
      } else {
        line.append(cell);
      }
    }
    page.line(line.toString());
  }

  private static String index(PhaseResult step) {
    return step.step().map(part -> Quantities.count(part.index())).orElse("");
  }

  /** Of all operations of the step together; composites are left out, since their parts are in. */
  private static String time(PhaseResult step, double percentile) {
    TimeHistogram times =
        step.operations().entrySet().stream()
            .filter(entry -> !entry.getKey().isComposite())
            .map(entry -> entry.getValue().response().times())
            .reduce(TimeHistogram.empty(), TimeHistogram::plus);
    return !Percentile.isKnown(percentile, times.count())
        ? "-"
        : Quantities.micros(Math.round(times.percentileNanos(percentile) / 1e3)).replace(" ", "");
  }

  private record Column(String name, Function<PhaseResult, String> cell) {}
}
