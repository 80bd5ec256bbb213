package io.kvbench.reports.text;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.PhaseResult;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Every status but OK of every operation: how many, how long they took, and what was said. */
final class NotOkSection {
  private static final int MOST_MESSAGES = 4;
  private static final int COUNT_WIDTH = 12;
  private static final int SHARE_WIDTH = 9;

  private final PhaseResult phase;
  private final Page page;
  private final int labelWidth;

  private NotOkSection(PhaseResult phase, Page page) {
    this.phase = phase;
    this.page = page;
    this.labelWidth =
        phase.operations().entrySet().stream()
            .flatMap(entry -> notOk(entry.getValue()).map(status -> label(entry.getKey(), status)))
            .mapToInt(String::length)
            .reduce(0, Math::max);
  }

  static void render(PhaseResult phase, Page page) {
    boolean clean =
        phase.operations().values().stream()
            .allMatch(operation -> operation.count() == operation.okCount());
    if (!clean) {
      page.blank();
      page.title(
          "Not OK" + phase.step().map(step -> " in step " + step.index()).orElse(""),
          "count, share of the operation, response time");
      NotOkSection section = new NotOkSection(phase, page);
      new TreeMap<>(phase.operations()).forEach(section::operation);
    }
  }

  private void operation(OperationType type, OperationResult operation) {
    notOk(operation).forEach(status -> status(type, operation, status));
  }

  private static Stream<Status> notOk(OperationResult operation) {
    return Stream.<Status>concat(Stream.of(Outcome.values()), Stream.of(ErrorKind.values()))
        .filter(status -> status != Outcome.OK && count(operation, status) > 0);
  }

  private static String label(OperationType type, Status status) {
    return type + " " + status.name();
  }

  private void status(OperationType type, OperationResult operation, Status status) {
    long count = count(operation, status);
    String label = Columns.left(label(type, status), labelWidth);
    String figures =
        Columns.right(Quantities.count(count), COUNT_WIDTH)
            + Columns.right(Quantities.percent(count, operation.count()), SHARE_WIDTH);
    String times = times(operation, status);
    boolean fits = label.length() + figures.length() + times.length() <= page.width();
    page.line(Ink.FAILED.on(label, page.style()) + figures + (fits ? times : ""));
    if (!fits) {
      page.indented(4, times.strip());
    }
    messages(type, status);
  }

  private static String times(OperationResult operation, Status status) {
    OperationResult.Times times = operation.otherTimes().get(status.name());
    return times == null || times.response().count() == 0
        ? ""
        : "  p50 %s, max %s"
            .formatted(
                Quantities.micros(times.response().p50Micros()),
                Quantities.micros(times.response().maxMicros()));
  }

  private void messages(OperationType type, Status status) {
    List<PhaseResult.ErrorMessage> messages =
        phase.errorMessages().stream()
            .filter(message -> message.operation() == type && message.kind() == status)
            .toList();
    messages.stream()
        .limit(MOST_MESSAGES)
        .forEach(
            message ->
                page.indented(
                    4,
                    Quantities.count(message.count()) + " × " + PlainText.of(message.message())));
    if (messages.size() > MOST_MESSAGES) {
      int more = messages.size() - MOST_MESSAGES;
      page.indented(4, "and %s more messages, in result.json".formatted(more));
    }
  }

  private static long count(OperationResult operation, Status status) {
    return switch (status) {
      case Outcome outcome -> operation.outcomes().getOrDefault(outcome, 0L);
      case ErrorKind kind -> operation.errors().getOrDefault(kind, 0L);
    };
  }
}
