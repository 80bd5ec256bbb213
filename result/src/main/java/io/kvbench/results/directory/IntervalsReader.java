package io.kvbench.results.directory;

import io.kvbench.core.operation.ErrorKind;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** A validating reader of {@code intervals.csv}. */
final class IntervalsReader {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final Pattern RATE = Pattern.compile("[0-9]{1,18}(\\.[0-9]{1,9})?");

  private final CsvTable table;
  private final List<StoredInterval> intervals = new ArrayList<>();

  private IntervalsReader(CsvTable table) {
    this.table = table;
  }

  /** Returns the intervals in their order, each once; what was of its operations is summed. */
  static List<StoredInterval> read(CsvTable table) throws ResultFormatException {
    IntervalsReader reader = new IntervalsReader(table);
    reader.read();
    return List.copyOf(reader.intervals);
  }

  private void read() throws ResultFormatException {
    Columns columns = new Columns(table);
    for (int row = 0; row < table.rows().size(); row++) {
      try {
        add(columns.interval(table.rows().get(row)));
      } catch (DateTimeException | IllegalArgumentException e) {
        throw table.damaged(row, String.valueOf(e.getMessage()), e);
      }
    }
  }

  private void add(StoredInterval next) {
    int last = intervals.size() - 1;
    if (next.index() == last) {
      intervals.set(last, intervals.get(last).plus(next));
    } else if (next.index() == last + 1) {
      intervals.add(next);
    } else {
      throw new IllegalArgumentException(
          "interval " + next.index() + " follows interval " + last + ", so lines are missing");
    }
  }

  /** The positions and values of the columns. */
  private static final class Columns {
    private final int index;
    private final int phase;
    private final int step;
    private final int startedAt;
    private final int wallMicros;
    private final int clients;
    private final OptionalInt offered;
    private final int operation;
    private final int count;
    private final int okCount;
    private final int errorCount;
    private final int statuses;
    private final OptionalInt inFlight;

    Columns(CsvTable table) throws ResultFormatException {
      index = table.column("interval");
      phase = table.column("phase");
      step = table.column("step");
      startedAt = table.column("startedAt");
      wallMicros = table.column("wallMicros");
      clients = table.column("clients");
      offered = table.find("offeredPerSecond");
      operation = table.column("operation");
      count = table.column("count");
      okCount = table.column("okCount");
      errorCount = table.column("errorCount");
      statuses = table.column("statuses");
      inFlight = table.find("inFlight");
    }

    StoredInterval interval(List<String> row) {
      String type = row.get(operation);
      boolean counts = !type.isEmpty() && !StoredInterval.type(type).isComposite();
      return new StoredInterval(
          (int) number(row.get(index)),
          row.get(phase),
          row.get(step).isEmpty()
              ? OptionalInt.empty()
              : OptionalInt.of((int) number(row.get(step))),
          Instant.parse(row.get(startedAt)),
          number(row.get(wallMicros)) * NANOS_PER_MICRO,
          (int) number(row.get(clients)),
          offered.isPresent() ? rate(row.get(offered.getAsInt())) : OptionalDouble.empty(),
          counts ? number(row.get(count)) : 0,
          counts ? number(row.get(okCount)) : 0,
          counts ? number(row.get(errorCount)) : 0,
          counts ? errors(row.get(statuses)) : Map.of(),
          type.isEmpty() ? Map.of() : Map.of(StoredInterval.type(type), number(row.get(okCount))),
          inFlight.isPresent() ? rate(row.get(inFlight.getAsInt())) : OptionalDouble.empty());
    }

    /** Those of {@code OK=10;TIMEOUT=1} that are errors. */
    private static Map<ErrorKind, Long> errors(String cell) {
      Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
      for (ErrorKind kind : ErrorKind.values()) {
        for (String entry : cell.split(";", -1)) {
          if (entry.startsWith(kind + "=")) {
            errors.put(kind, number(entry.substring(kind.name().length() + 1)));
          }
        }
      }
      return errors;
    }
  }

  static OptionalDouble rate(String cell) {
    if (cell.isEmpty()) {
      return OptionalDouble.empty();
    }
    if (!RATE.matcher(cell).matches()) {
      throw new IllegalArgumentException("\"" + cell + "\" is not a rate");
    }
    return OptionalDouble.of(Double.parseDouble(cell));
  }

  static long number(String cell) {
    if (cell.isEmpty() || cell.length() > 18 || !cell.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new IllegalArgumentException("\"" + cell + "\" is not a number");
    }
    return Long.parseLong(cell);
  }
}
