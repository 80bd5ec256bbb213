package io.kvbench.core.engine;

import io.kvbench.core.operation.Composite;
import io.kvbench.core.operation.NotedWitness;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Request;
import io.kvbench.core.operation.StepResult;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.request.RequestSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** The requests of a workload's clients, as comparable text. */
final class Asked {
  private Asked() {}

  /** Returns the workload of properties that are separated by spaces. */
  static Workload workload(String properties) {
    Assignments given = new Assignments();
    Stream.of(properties.trim().split("\\s+"))
        .map(property -> property.split("=", 2))
        .forEach(parts -> given.add(parts[0], parts[1], Origin.of("test")));
    Problems problems = new Problems();
    Settings settings = Settings.resolve(given, Workload.settings(), problems);
    return Workload.from(settings, 10_000, problems)
        .filter(made -> problems.isEmpty())
        .orElseThrow(() -> new AssertionError(problems.list()));
  }

  /** Returns the requests of clients that each do their own share, if all answers are OK. */
  static List<List<String>> ofShares(PhasePlan plan, IntFunction<RequestSource> sources) {
    List<List<String>> clients = new ArrayList<>();
    for (int client = 0; client < plan.clients(); client++) {
      RequestSource source = sources.apply(client);
      List<String> asked = new ArrayList<>();
      for (long request = 0; request < plan.share(client); request++) {
        parts(source.next()).map(Asked::text).forEach(asked::add);
      }
      clients.add(asked);
    }
    return clients;
  }

  private static Stream<Operation> parts(Request request) {
    return switch (request) {
      case Operation operation -> Stream.of(operation);
      case Composite both ->
          Stream.of(
              both.first(), both.start().next(0, result(both), new NotedWitness()).orElseThrow());
    };
  }

  private static StepResult result(Composite both) {
    return StepResult.of(Outcome.OK, both.usesAnswers() ? 7 : 0);
  }

  static String text(Operation operation) {
    return switch (operation) {
      case Operation.Insert insert -> "insert " + insert.key() + " " + insert.value().hashCode();
      case Operation.Read read -> "read " + read.key();
      case Operation.Update update -> "update " + update.key() + " " + update.value().hashCode();
      case Operation.CompareAndSet cas ->
          "set " + cas.key() + " " + cas.value().hashCode() + " if " + cas.expectedVersion();
      case Operation.Delete delete -> "delete " + delete.key();
      case Operation.Scan scan -> "scan " + scan.start() + " " + scan.limit();
      case Operation.Transaction writes -> writes.writes().stream().map(Asked::text).toList() + "";
      case Operation.Range range -> range.toString();
      case Operation.ReadTransaction reads -> reads.keys().toString();
      case Operation.SnapshotRead other -> other.toString();
      case Operation.ReplayWatch other -> other.toString();
      case Operation.OneShot other -> other.toString();
      case Operation.Coordination other -> other.toString();
      case Operation.WatchedUpdate update ->
          "watched update " + update.key() + " " + update.value().hashCode();
      case Operation.Watch watch -> "watch " + watch.key() + " " + watch.value().hashCode();
    };
  }
}
