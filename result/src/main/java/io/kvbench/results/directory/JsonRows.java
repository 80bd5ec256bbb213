package io.kvbench.results.directory;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvbench.core.operation.OperationType;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;

/** The rows of CSV files as JSON objects: a number as a number, and no cell without content. */
public final class JsonRows {
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,9})?");

  private JsonRows() {}

  /** Returns a row, by its columns. */
  public static ObjectNode row(Map<String, String> cells) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    cells.forEach((name, cell) -> put(json, name, cell));
    return json;
  }

  /**
   * Returns a row of {@code intervals.csv}, with {@code composite: true} for an operation that
   * consists of others, which must not be added to them.
   */
  public static ObjectNode interval(Map<String, String> cells) {
    ObjectNode json = row(cells);
    String operation = cells.get("operation");
    if (Arrays.stream(OperationType.values())
        .anyMatch(type -> type.name().equals(operation) && type.isComposite())) {
      json.put("composite", true);
    }
    return json;
  }

  /**
   * Returns an event on one line: its name as {@code event}, and the cells of what belongs to it.
   */
  public static String line(String event, Map<String, String> cells) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("event", event);
    json.setAll(interval(cells));
    return json.toString();
  }

  /** Puts a cell as a number if it is one. */
  public static void put(ObjectNode row, String name, String cell) {
    if (NUMBER.matcher(cell).matches()) {
      row.put(name, new BigDecimal(cell));
    } else if (!cell.equals("-")) {
      row.put(name, cell);
    }
  }
}
