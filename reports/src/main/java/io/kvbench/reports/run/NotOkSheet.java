package io.kvbench.reports.run;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.PhaseResult.ErrorMessage;
import io.kvbench.core.result.TimeResult;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Quantities;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.reports.table.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every status but OK of every operation: how many, how long they took, and what was said. */
public final class NotOkSheet {
  private static final int MOST_MESSAGES = 4;
  private static final List<Figure<Entry>> COLUMNS =
      List.of(
          Figure.of("operation", entry -> Cell.words(entry.type + " " + entry.status)),
          Figure.of("count", entry -> Cell.of(entry.count(), Unit.COUNT)),
          Figure.of(
              "share",
              entry -> Cell.of((double) entry.count() / entry.operation.count(), Unit.SHARE)),
          Figure.of("p50", entry -> entry.micros(TimeResult::p50Micros)),
          Figure.of("max", entry -> entry.micros(TimeResult::maxMicros)),
          Figure.of("messages", entry -> new Cell.Words(entry.messages())));

  private NotOkSheet() {}

  /** Returns the counts and times of a phase; no rows where everything was OK. */
  public static Sheet of(PhaseResult phase) {
    List<Entry> entries = new ArrayList<>();
    new TreeMap<>(phase.operations())
        .forEach(
            (type, operation) ->
                Stream.<Status>concat(Stream.of(Outcome.values()), Stream.of(ErrorKind.values()))
                    .map(status -> new Entry(type, status, operation, phase))
                    .filter(entry -> entry.status != Outcome.OK && entry.count() > 0)
                    .forEach(entries::add));
    return Sheet.of(
        "Not OK" + phase.step().map(step -> " in step " + step.index()).orElse(""),
        "count, share of the operation, response time and messages",
        COLUMNS,
        entries);
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

    String messages() {
      return NotOkSheet.messages(
          phase.errorMessages().stream()
              .filter(message -> message.operation() == type && message.kind() == status)
              .toList());
    }
  }
}
