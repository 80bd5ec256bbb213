package io.kvbench.results.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guide's table of the figures of each report, which {@code -Dgolden=write} updates. */
class MetricListsTest {
  private static final Path PAGE = Path.of("..", "docs", "guide", "reading-a-report.md");
  private static final String SECTION = "## Figures by report";

  /** The columns of the table, by the names of the lists. */
  private static final Map<String, String> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put("KEY", "report, key figures");
    COLUMNS.put("LOAD", "by load");
    COLUMNS.put("COMPARED", "comparison");
    COLUMNS.put("REPEATED", "repeats");
    COLUMNS.put("BARS", "bars");
    COLUMNS.put("LOADS", "comparison by load");
    COLUMNS.put("SUITE", "suite");
    COLUMNS.put("HISTORY", "history, baseline");
    COLUMNS.put("PERCENTILES", "dbtester's files");
    COLUMNS.put("YCSB", "YCSB's report, by type");
  }

  @Test
  void everyListIsAColumn() {
    assertThat(lists().keySet())
        .as("the COLUMNS here have one for each list of MetricLists")
        .containsExactlyInAnyOrderElementsOf(COLUMNS.keySet());
  }

  @Test
  void thePageHasEachFigureOfEachList() throws IOException {
    String there = Files.readString(PAGE);
    int start = there.indexOf("\n| figure |", there.indexOf(SECTION)) + 1;
    int end = there.indexOf("\n\n", start) + 1;
    String right = there.substring(0, start) + table() + there.substring(end);
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(PAGE, right);
      return;
    }
    assertThat(there)
        .as("%s differs from MetricLists; update it with -Dgolden=write", PAGE)
        .isEqualTo(right);
  }

  private static String table() {
    Map<String, List<Metric>> lists = lists();
    List<String> lines = new ArrayList<>();
    lines.add("| figure | " + String.join(" | ", COLUMNS.values()) + " |");
    lines.add("|---" + "|:-:".repeat(COLUMNS.size()) + "|");
    for (Metric metric : Metric.values()) {
      List<String> marks =
          COLUMNS.keySet().stream()
              .map(list -> lists.getOrDefault(list, List.of()).contains(metric) ? "✓" : "")
              .toList();
      if (marks.contains("✓")) {
        lines.add("| " + metric.title() + " | " + String.join(" | ", marks) + " |");
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static Map<String, List<Metric>> lists() {
    return Stream.of(MetricLists.class.getFields())
        .filter(field -> field.getGenericType() instanceof ParameterizedType)
        .collect(Collectors.toMap(Field::getName, MetricListsTest::metrics));
  }

  private static List<Metric> metrics(Field list) {
    try {
      return ((List<?>) list.get(null)).stream().map(Metric.class::cast).toList();
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
