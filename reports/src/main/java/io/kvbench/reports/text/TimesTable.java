package io.kvbench.reports.text;

import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.Percentile;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.TimeResult;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Percentiles of the operations answered OK, a row for each operation. */
final class TimesTable {
  private static final int CELL_WIDTH = 7;
  private static final int LEAST_LABEL_WIDTH = 8;
  private static final List<Column> COLUMNS =
      Stream.concat(
              Percentile.ALL.stream().map(Column::of),
              Stream.of(
                  new Column("max", times -> true, TimeResult::maxMicros),
                  new Column("mean", times -> true, TimeResult::meanMicros)))
          .toList();

  private final PhaseResult phase;
  private final int labelWidth;

  TimesTable(PhaseResult phase) {
    this.phase = phase;
    this.labelWidth =
        phase.operations().keySet().stream()
            .mapToInt(type -> type.name().length() + 1)
            .reduce(LEAST_LABEL_WIDTH, Math::max);
  }

  void render(Page page) {
    page.blank();
    if (phase.offeredPerSecond().isEmpty()) {
      page.title(
          "Service times",
          "of operations answered OK; in a closed loop response times are the same");
      table(page, OperationResult::service);
      return;
    }
    page.title("Response times", "from the intended start, of operations answered OK");
    table(page, OperationResult::response);
    page.title("Service times", "from sending, of the same; lag is how late they were sent");
    table(page, OperationResult::service);
    block(page, row -> row.row("lag", phase.lag()));
  }

  private void table(Page page, Function<OperationResult, TimeResult> times) {
    block(
        page,
        block -> {
          block.header();
          new TreeMap<>(phase.operations())
              .forEach((type, operation) -> block.row(type.name(), times.apply(operation)));
        });
  }

  /** Writes the rows as often as needed for all columns to find their place. */
  private void block(Page page, Consumer<Block> rows) {
    int fitting = (page.width() - labelWidth) / CELL_WIDTH;
    int blocks = Math.ceilDiv(COLUMNS.size(), fitting);
    int each = Math.ceilDiv(COLUMNS.size(), blocks);
    for (int from = 0; from < COLUMNS.size(); from += each) {
      rows.accept(new Block(page, COLUMNS.subList(from, Math.min(COLUMNS.size(), from + each))));
    }
  }

  private static String cell(TimeResult times, Column column) {
    return times.count() == 0 || !column.known.test(times)
        ? "-"
        : Quantities.micros(column.value.applyAsLong(times)).replace(" ", "");
  }

  /**
   * A figure of a row.
   *
   * @param known whether there are enough times for it
   */
  private record Column(
      String name, Predicate<TimeResult> known, ToLongFunction<TimeResult> value) {
    static Column of(Percentile percentile) {
      return new Column(percentile.title(), percentile::isKnown, percentile::micros);
    }
  }

  /** As many columns as fit on a line. */
  private final class Block {
    private final Page page;
    private final List<Column> columns;

    Block(Page page, List<Column> columns) {
      this.page = page;
      this.columns = columns;
    }

    void header() {
      line("", columns.stream().map(Column::name).toList());
    }

    void row(String label, TimeResult times) {
      line(label, columns.stream().map(column -> cell(times, column)).toList());
    }

    private void line(String label, List<String> cells) {
      StringBuilder line = new StringBuilder(Columns.left(label, labelWidth));
      cells.forEach(cell -> line.append(Columns.right(cell, CELL_WIDTH)));
      page.line(line.toString());
    }
  }
}
