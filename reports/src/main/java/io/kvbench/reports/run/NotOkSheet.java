package io.kvbench.reports.run;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseResult.ErrorMessage;
import io.kvbench.results.format.TimeResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sheet of every status but OK of every operation: counts, times and messages. */
public final class NotOkSheet {
  private static final int MOST_MESSAGES = 4;
  private static final int MOST_IN_SUMMARY = 5;
  private static final int MESSAGE_IN_SUMMARY = 80;
  private static final List<Figure<Entry>> COLUMNS =
      List.of(
          Figure.of("operation", entry -> Cell.words(entry.type + " " + entry.status)),
          Figure.of("count", entry -> Cell.of(entry.count(), Unit.COUNT)),
          Figure.of(
              "share",
              entry -> Cell.of((double) entry.count() / entry.operation.count(), Unit.SHARE)),
          Figure.of("p50", entry -> entry.micros(TimeResult::p50Micros)),
          Figure.of("max", entry -> entry.micros(TimeResult::maxMicros)));

  private static final Figure<Entry> MESSAGES =
      Figure.of("messages", entry -> new Cell.Words(messages(entry.messages())));
  private static final Figure<Entry> MESSAGE =
      Figure.of("message", entry -> new Cell.Words(entry.message()));

  private NotOkSheet() {}

  /** Returns the counts and times of a phase; no rows where everything was OK. */
  public static Sheet of(PhaseResult phase) {
    return of(
        phase,
        "count, share of the operation, response time and messages",
        MESSAGES,
        entries(phase));
  }

  /** Returns the most frequent ones with one message each. */
  public static Sheet brief(PhaseResult phase) {
    List<Entry> all = entries(phase);
    String more =
        all.size() > MOST_IN_SUMMARY
            ? "; the %d most frequent of %d".formatted(MOST_IN_SUMMARY, all.size())
            : "";
    return of(
        phase,
        "count, share of the operation, response time and a message" + more,
        MESSAGE,
        all.stream()
            .sorted(Comparator.comparingLong(Entry::count).reversed())
            .limit(MOST_IN_SUMMARY)
            .toList());
  }

  private static Sheet of(
      PhaseResult phase, String about, Figure<Entry> said, List<Entry> entries) {
    return Sheet.of(
        "Not OK" + phase.step().map(step -> " in step " + step.index()).orElse(""),
        about,
        Stream.concat(COLUMNS.stream(), Stream.of(said)).toList(),
        entries);
  }

  private static List<Entry> entries(PhaseResult phase) {
    List<Entry> entries = new ArrayList<>();
    new TreeMap<>(phase.operations())
        .forEach(
            (type, operation) ->
                Stream.<Status>concat(Stream.of(Outcome.values()), Stream.of(ErrorKind.values()))
                    .map(status -> new Entry(type, status, operation, phase))
                    .filter(entry -> entry.status != Outcome.OK && entry.count() > 0)
                    .forEach(entries::add));
    return entries;
  }

  /** Returns the first of some messages with their counts in one text; results have them all. */
  public static String messages(List<ErrorMessage> messages) {
    String first =
        messages.stream()
            .limit(MOST_MESSAGES)
            .map(each -> Quantities.count(each.count()) + " × " + each.message())
            .collect(Collectors.joining("; "));
    int more = messages.size() - MOST_MESSAGES;
    return more > 0 ? first + "; and " + more + " more messages in result.json" : first;
  }

  private record Entry(
      OperationType type, Status status, OperationResult operation, PhaseResult phase) {
    long count() {
      return switch (status) {
        case Outcome outcome -> operation.outcomes().getOrDefault(outcome, 0L);
        case ErrorKind kind -> operation.errors().getOrDefault(kind, 0L);
      };
    }

    Cell micros(ToLongFunction<TimeResult> micros) {
      OperationResult.Times times = operation.otherTimes().get(status.name());
      return times == null || times.response().count() == 0
          ? new Cell.Absent()
          : Cell.of(micros.applyAsLong(times.response()), Unit.MICROS);
    }

    List<ErrorMessage> messages() {
      return phase.errorMessages().stream()
          .filter(message -> message.operation() == type && message.kind() == status)
          .toList();
    }

    String message() {
      String first = messages().stream().map(ErrorMessage::message).findFirst().orElse("");
      return first.length() <= MESSAGE_IN_SUMMARY
          ? first
          : first.substring(0, MESSAGE_IN_SUMMARY).stripTrailing() + " ...";
    }
  }
}
