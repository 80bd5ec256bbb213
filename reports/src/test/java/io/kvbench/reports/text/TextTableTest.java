package io.kvbench.reports.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.reports.ResultFixtures;
import io.kvbench.reports.run.ServersSheet;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.RunResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  private static final String LONG = "a word or two ".repeat(8).strip();

  @Test
  void everyPartHasTheNamesOfTheRows() {
    List<Figure<String>> columns = new ArrayList<>();
    columns.add(Figure.of("row", Cell::words));
    for (int column = 1; column <= 12; column++) {
      long number = column * 1_000_000L;
      columns.add(Figure.of("column " + column, row -> Cell.of(number, Unit.COUNT)));
    }

    List<String> lines = lines(Sheet.of("", "", columns, List.of("one", "other")));

    assertThat(lines).hasSize(6);
    assertThat(lines.get(0)).isEqualTo("row  " + header(1, 6));
    assertThat(lines.get(1)).startsWith("one    1,000,000").endsWith("6,000,000");
    assertThat(lines.get(3)).startsWith("row ").endsWith("  column 12");
    assertThat(lines.get(5)).startsWith("other  7,000,000").endsWith("12,000,000");
  }

  private static String header(int from, int to) {
    StringBuilder header = new StringBuilder();
    for (int column = from; column <= to; column++) {
      header.append("   column ").append(column);
    }
    return header.toString();
  }

  @Test
  void wordsAtTheEndStandBehindTheRowOrBelowIt() {
    List<Figure<String>> columns =
        List.of(
            Figure.of("row", row -> Cell.words("r".repeat(20))),
            Figure.of("number", row -> Cell.of(row.length(), Unit.COUNT)),
            Figure.of("remark", row -> new Cell.Words(row)));

    assertThat(lines(Sheet.of("", "", columns, List.of("short", "", "x " + LONG))))
        .containsExactly(
            "row                   number",
            "r".repeat(20) + "       5  short",
            "r".repeat(20) + "       0",
            "r".repeat(20) + "     113",
            "    x " + LONG.substring(0, 71),
            "    " + LONG.substring(72));
  }

  @Test
  void wordsBesideATimeStayBesideIt() {
    List<Figure<String>> columns =
        List.of(
            Figure.of("at", row -> Cell.of(10, Unit.SECONDS)),
            Figure.of("what", row -> Cell.words(row)));

    assertThat(lines(Sheet.of("", "", columns, List.of(LONG))))
        .containsExactly("10.0 s  " + LONG.substring(0, 71), "        " + LONG.substring(72));
  }

  @Test
  void whatIsNotKnownIsNotZeroAndDetailsAreLeftOut() {
    RunResult result = ResultFixtures.threeServers();
    Sheet servers = ServersSheet.of(result.cluster());

    assertThat(servers.columns()).extracting(Sheet.Column::name).contains("name", "details");
    assertThat(lines(servers))
        .contains("server          name         version  part        records      disk")
        .contains("127.0.0.1:2183  zookeeper-3  –        –                 –  1.30 GiB");
  }

  private static List<String> lines(Sheet sheet) {
    Page page = new Page(new TextStyle(80, false, true));
    page.table(sheet);
    return page.toString().lines().toList();
  }
}
