package io.kvbench.runner.suite;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.setting.Assignments;
import io.kvbench.runner.suite.CellOrder.Turn;
import io.kvbench.runner.suite.PlannedCombination.ServerKind;
import io.kvbench.runner.suite.SuitePlan.PlannedCell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plans of made-up suites, which are not run. */
final class SuitePlans {
  private SuitePlans() {}

  /** Returns two systems with two numbers of clients each, every combination so many times. */
  static SuitePlan of(int repeats, Expected expected, Map<String, String> definition) {
    List<PlannedCombination> combinations = new ArrayList<>();
    for (String system : List.of("a", "b")) {
      for (String clients : List.of("1", "2")) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("db", system);
        parameters.put("clients", clients);
        combinations.add(
            new PlannedCombination(
                new Combination(system, parameters, List.of("w"), new Assignments()),
                system + ", clients=" + clients,
                "w",
                new Assignments(),
                List.of("run"),
                expected,
                system,
                ServerKind.NONE));
      }
    }
    List<PlannedCell> cells = new ArrayList<>();
    for (Turn<PlannedCombination> turn : CellOrder.INTERLEAVED.of(combinations, repeats, 1)) {
      cells.add(
          new PlannedCell(
              CellNames.of(
                  combinations.indexOf(turn.combination()),
                  turn.combination().title(),
                  turn.repeat()),
              turn.combination(),
              turn.repeat()));
    }
    return new SuitePlan(
        "s",
        List.of("db", "clients"),
        definition,
        combinations,
        cells,
        Optional.empty(),
        Duration.ofSeconds(1),
        Optional.empty(),
        true,
        FilePermissions.OWNER);
  }
}
