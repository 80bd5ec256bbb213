package io.kvbench.reports.compare;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import java.util.ArrayList;
import java.util.List;

/**
 * Several runs held against each other.
 *
 * @param differences what explains figures other than the systems, and makes rows incomparable
 * @param summary the rows of the older tools' table
 * @param operations each type of operation by itself; none where no run has several
 * @param account where the clients' time went
 * @param costs what operations and bytes cost, as far as anything is known
 * @param standings who is best in what
 */
public record Comparison(
    List<ComparedRun> runs,
    List<Difference> differences,
    List<Row> summary,
    List<Row> operations,
    List<Row> account,
    List<Row> costs,
    List<Standing> standings) {
  /** What has to be known of the rows of operations. */
  public static final String COMPOSITES =
      "the parts of READ_MODIFY_WRITE and READ_COMPARE_AND_SET are in the other types too";

  public Comparison {
    runs = List.copyOf(runs);
    differences = List.copyOf(differences);
    summary = List.copyOf(summary);
    operations = List.copyOf(operations);
    account = List.copyOf(account);
    costs = List.copyOf(costs);
    standings = List.copyOf(standings);
  }

  /**
   * Compares runs.
   *
   * @param runs at least one
   */
  public static Comparison of(List<ComparedRun> runs) {
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("no runs");
    }
    List<Difference> differences = Differences.between(runs);
    return new Comparison(
        runs,
        differences,
        SummaryRows.of(runs, differences),
        OperationRows.of(runs, differences),
        AccountRows.of(runs),
        CostRows.of(runs, differences),
        Standings.of(runs, differences));
  }

  /** Returns rows as a table with a column for each run, and one of the marks of the rows. */
  public Sheet sheet(String title, String about, List<Row> of) {
    List<Figure<Row>> columns = new ArrayList<>();
    columns.add(Figure.of("", row -> Cell.words(row.name())));
    for (int index = 0; index < runs.size(); index++) {
      int run = index;
      columns.add(Figure.of(runs.get(run).label(), row -> row.cells().get(run)));
    }
    if (of.stream().anyMatch(row -> !row.notComparable().isEmpty())) {
      columns.add(
          Figure.of("not comparable", row -> new Cell.Words(Marks.of(row.notComparable()))));
    }
    return Sheet.of(title, about, columns, of);
  }
}
