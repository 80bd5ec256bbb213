package io.kvbench.reports.compare;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.reports.table.Unit;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Where clients spent their time: what the rows of times are a part of. */
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
    table.cells("of so many clients", RowGroup.WORK, Facts::clients);
    share(table, "client time in OK", ClientTime::okNanos);
    share(table, "in other answers", time -> sum(time.otherOutcomeNanos()));
    share(table, "in errors", time -> sum(time.errorNanos()));
    share(table, "reconnecting", ClientTime::reconnectNanos);
    share(table, "backing off", time -> time.backOffNanos().orElse(0));
    share(table, "waiting for the next request", ClientTime::waitNanos);
    share(table, "thinking", ClientTime::thinkNanos);
    share(table, "idle", ClientTime::idleNanos);
    share(table, "kvbench itself", ClientTime::harnessNanos);
    return table.rows();
  }

  private interface Part {
    long of(ClientTime time);
  }

  private static void share(Table table, String name, Part part) {
    table.figure(name, RowGroup.WORK, Unit.SHARE, run -> share(run.measured().clientTime(), part));
  }

  private static OptionalDouble share(ClientTime time, Part part) {
    return time.totalNanos() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) part.of(time) / time.totalNanos());
  }

  private static long sum(Map<?, Long> parts) {
    return parts.values().stream().mapToLong(Long::longValue).sum();
  }
}
