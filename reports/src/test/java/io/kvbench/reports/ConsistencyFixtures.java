package io.kvbench.reports;

import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.operation.VersionScope;
import io.kvbench.results.format.ConsistencyResult;
import io.kvbench.results.format.ConsistencyResult.BrokenPromise;
import io.kvbench.results.format.ConsistencyResult.ExampleStep;
import io.kvbench.results.format.ConsistencyResult.LeaseWindow;
import io.kvbench.results.format.ConsistencyResult.ReadMode;
import io.kvbench.results.format.ConsistencyResult.Rules;
import io.kvbench.results.format.ConsistencyResult.Staleness;
import io.kvbench.results.format.ConsistencyResult.StalenessBucket;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Results of checks of answers, for tests. */
public final class ConsistencyFixtures {
  public static final Rules RULES =
      new Rules(
          Map.of(ReadConsistency.LINEARIZABLE, ReadPromise.LINEARIZABLE),
          VersionScope.STORE,
          false,
          List.of(new LeaseWindow(5, 10)));

  /** Two writes, and a stale read. */
  public static final List<ExampleStep> STEPS =
      List.of(
          step("wrote the older value", 1, "WRITE", 0, 1_000, "1/1"),
          step("wrote the newer value", 2, "WRITE", 2_000, 4_000, "2/1"),
          step("read the older value", 3, "READ", 9_000, 10_000, "1/1"));

  public static final BrokenPromise STALE =
      new BrokenPromise("STALE_READ", "a stale read", 1, 1, 17, 5_000, STEPS);

  private ConsistencyFixtures() {}

  private static ExampleStep step(
      String role, int client, String operation, long begin, long end, String value) {
    return new ExampleStep(
        role,
        client,
        1,
        operation,
        "OK",
        Optional.of(ReadConsistency.LINEARIZABLE),
        17,
        begin,
        end,
        value,
        0);
  }

  /** Returns a check that found these violations. */
  public static ConsistencyResult found(List<BrokenPromise> violations) {
    return found(violations, List.of(), Optional.empty());
  }

  /** Returns a check with every field. */
  public static ConsistencyResult everything() {
    return found(List.of(STALE), List.of(STALE), Optional.of("a problem"));
  }

  private static ConsistencyResult found(
      List<BrokenPromise> violations, List<BrokenPromise> notes, Optional<String> problem) {
    return new ConsistencyResult(
        List.of(
            new ReadMode(
                ReadConsistency.LINEARIZABLE,
                ReadPromise.LINEARIZABLE,
                violations.isEmpty() ? ReadPromise.LINEARIZABLE : ReadPromise.SESSION,
                1_000,
                0.5,
                new Staleness(
                    1,
                    List.of(new StalenessBucket(8_192, 1)),
                    List.of(new StalenessBucket(1, 1))))),
        violations,
        notes,
        0,
        0,
        2_000,
        100,
        200,
        100,
        RULES,
        problem);
  }
}
