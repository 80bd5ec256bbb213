package io.kvbench.runner.process;

import io.kvbench.core.engine.LoadChange;
import io.kvbench.core.operation.OperationType;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A change of the load as a line on the standard input of a run's process, such as {@code load
 * 5f3a9c0e rate=500.0 READ=0.5 UPDATE=0.5}. The process prints a line that begins with {@link
 * #done} or {@link #refused}.
 *
 * @param id of hexadecimal digits, which nothing else that the process prints can contain by chance
 */
public record LoadChangeLine(String id, LoadChange change) {
  /** No line is longer than this many characters. */
  public static final int LONGEST = 4_096;

  private static final String LOAD = "load ";
  private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");
  private static final Pattern PART = Pattern.compile("([A-Za-z_]+)=([A-Za-z0-9.+_-]+)");

  public LoadChangeLine {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("not the id of an order");
    }
  }

  /** Returns the line, without its end. */
  public String line() {
    StringBuilder line = new StringBuilder(LOAD + id);
    if (!change.mix().isEmpty()) {
      line.append(" mix=").append(change.mix());
    }
    change.perSecond().ifPresent(rate -> line.append(" rate=").append(rate));
    change.clients().ifPresent(clients -> line.append(" clients=").append(clients));
    new TreeMap<>(change.weights())
        .forEach((kind, weight) -> line.append(' ').append(kind).append('=').append(weight));
    return line.toString();
  }

  /** Returns the beginning of the answer that the change is made; words about it follow. */
  public String done() {
    return LOAD + id + " done: ";
  }

  /** Returns the beginning of the answer that it is not; the reason follows. */
  public String refused() {
    return LOAD + id + " refused: ";
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if it is no such line
   */
  public static LoadChangeLine parse(String line) {
    List<String> parts = List.of(line.split(" ", -1));
    if (!line.startsWith(LOAD) || line.length() > LONGEST || parts.size() < 2) {
      throw new IllegalArgumentException("not an order");
    }
    Map<String, String> values = new TreeMap<>();
    for (String part : parts.subList(2, parts.size())) {
      Matcher matcher = PART.matcher(part);
      if (!matcher.matches() || values.put(matcher.group(1), matcher.group(2)) != null) {
        throw new IllegalArgumentException("not a part of an order");
      }
    }
    String mix = values.getOrDefault("mix", "");
    String rate = values.get("rate");
    String clients = values.get("clients");
    values.keySet().removeAll(List.of("mix", "rate", "clients"));
    Map<OperationType, Double> weights = new EnumMap<>(OperationType.class);
    values.forEach(
        (kind, weight) -> weights.put(OperationType.valueOf(kind), Double.parseDouble(weight)));
    return new LoadChangeLine(
        parts.get(1),
        new LoadChange(
            mix,
            rate == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(rate)),
            clients == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(clients)),
            weights));
  }
}
