package io.kvbench.reports.compare;

import io.kvbench.reports.run.ClientTimePart;
import io.kvbench.results.figure.Unit;
import java.util.List;

/** The rows of client time by activity. */
final class AccountRows {
  private AccountRows() {}

  static List<Row> of(List<ComparedRun> runs) {
    Table table = new Table(runs, List.of());
    table.cells("verdict", RowGroup.WORK, Facts::verdict);
    table.figure(
        "operations in flight on average",
        RowGroup.WORK,
        Unit.MEAN,
        run -> run.measured().concurrency());
    table.cells("clients", RowGroup.WORK, Facts::mostClients);
    if (runs.stream()
        .flatMap(run -> run.measured().phases().stream())
        .anyMatch(phase -> phase.mostConnections() > phase.load().connections())) {
      table.cells("connections", RowGroup.WORK, Facts::mostConnections);
    }
    for (ClientTimePart part : ClientTimePart.values()) {
      if (part == ClientTimePart.HOLDING
          && runs.stream().allMatch(run -> part.nanos(run.measured().clientTime()) == 0)) {
        continue; // Only some kinds of requests hold a lock.
      }
      table.figure(
          name(part), RowGroup.WORK, Unit.SHARE, run -> part.share(run.measured().clientTime()));
    }
    return table.rows();
  }

  private static String name(ClientTimePart part) {
    return switch (part) {
      case OK -> "client time in " + part.title();
      case OTHER_ANSWERS, ERRORS -> "in " + part.title();
      default -> part.title();
    };
  }
}
