package io.kvbench.core.measure;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** The counts of distinct error messages, of which there is a bounded number. Thread-safe. */
public final class ErrorMessages {
  /** Further distinct messages are counted together. */
  public static final int MOST_DISTINCT = 200;

  private static final int LONGEST = 300;
  private static final String REST = "(further messages)";

  /** One message with its count. */
  public record Counted(OperationType type, ErrorKind kind, String message, long count) {}

  private record Line(OperationType type, ErrorKind kind, String message) {}

  private final ConcurrentMap<Line, LongAdder> counts = new ConcurrentHashMap<>();
  private final int mostDistinct;

  public ErrorMessages() {
    this(MOST_DISTINCT);
  }

  private ErrorMessages(int mostDistinct) {
    this.mostDistinct = mostDistinct;
  }

  /** Counts errors with the same message. */
  public void count(OperationType type, ErrorKind kind, String message, long errors) {
    Line line =
        new Line(
            type,
            kind,
            message.length() > LONGEST ? message.substring(0, LONGEST) + "..." : message);
    LongAdder adder = counts.get(line);
    if (adder == null) {
      Line kept = counts.size() < mostDistinct ? line : new Line(type, kind, REST);
      adder = counts.computeIfAbsent(kept, absent -> new LongAdder());
    }
    adder.add(errors);
  }

  /** Returns the sum of several lists, equally bounded; the rarest are counted together. */
  public static List<Counted> sum(Collection<List<Counted>> lists) {
    ErrorMessages all = new ErrorMessages(Integer.MAX_VALUE);
    lists.forEach(list -> list.forEach(all::count));
    ErrorMessages sum = new ErrorMessages();
    all.list().stream()
        .sorted(Comparator.comparing(counted -> counted.message.equals(REST)))
        .forEach(sum::count);
    return sum.list();
  }

  private void count(Counted counted) {
    count(counted.type, counted.kind, counted.message, counted.count);
  }

  /** Returns all messages, the most frequent first. */
  public List<Counted> list() {
    return counts.entrySet().stream()
        .map(
            entry ->
                new Counted(
                    entry.getKey().type(),
                    entry.getKey().kind(),
                    entry.getKey().message(),
                    entry.getValue().sum()))
        .sorted(
            Comparator.comparingLong(Counted::count)
                .reversed()
                .thenComparing(Counted::type)
                .thenComparing(Counted::kind)
                .thenComparing(Counted::message))
        .toList();
  }
}
