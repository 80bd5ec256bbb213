package io.kvbench.reports.suite;

import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.Cell;
import io.kvbench.results.directory.SuiteDocument.CellOutcome;
import io.kvbench.results.directory.SuiteDocument.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Made-up suites. */
public final class Suites {
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06.123456789Z");

  private Suites() {}

  /**
   * Two systems with two value sizes, three runs each, of which one failed, one was interrupted and
   * one was not run.
   */
  public static SuiteDocument some() {
    List<Cell> cells = new ArrayList<>();
    for (int repeat = 1; repeat <= 3; repeat++) {
      for (int combination = 1; combination <= 4; combination++) {
        cells.add(cell(combination, repeat));
      }
    }
    return document(cells);
  }

  /** The same without the interrupted one. */
  public static SuiteDocument ended() {
    return document(
        some().cells().stream().filter(cell -> cell.status() != Status.PARTIAL).toList());
  }

  /** The same before its first run. */
  public static SuiteDocument fresh() {
    return document(some().cells().stream().map(cell -> cell.again(List.of())).toList());
  }

  /**
   * Two systems with three value sizes and four numbers of clients and connections, one run each;
   * the largest values with the most clients have not run.
   */
  public static SuiteDocument grid(double factor) {
    List<Cell> cells = new ArrayList<>();
    for (String system : List.of("one", "two")) {
      for (int size : new int[] {64, 256, 1024}) {
        for (int clients : new int[] {1, 2, 4, 8}) {
          double perSecond = clients * 100_000.0 / size * (system.equals("one") ? 1 : factor);
          cells.add(cell(cells.size() + 1, system, size, clients, perSecond));
        }
      }
    }
    return new SuiteDocument(
        SuiteDocument.SCHEMA,
        "grid",
        NOW,
        NOW.plusSeconds(60),
        Map.of(),
        List.of("db", "valuesize", "clients", "connections"),
        cells);
  }

  private static Cell cell(
      int combination, String system, int size, int clients, double perSecond) {
    Map<String, String> parameters =
        Map.of(
            "db",
            system,
            "valuesize",
            "" + size,
            "clients",
            "" + clients,
            "connections",
            "" + clients);
    String name = "c" + combination;
    Cell cell =
        Cell.pending(name, system + " " + size, combination, system, "w", parameters, 1)
            .running(NOW);
    CellOutcome outcome =
        new CellOutcome(
            "VALID",
            List.of(),
            0,
            1,
            OptionalDouble.of(perSecond),
            OptionalDouble.of(1_000_000 / perSecond),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            10,
            0);
    return size == 1024 && clients == 8
        ? cell.passedOver(Status.SKIPPED, "max.time=1 s")
        : cell.ended(
            Status.DONE,
            Optional.empty(),
            Optional.of("cells/" + name + "/run"),
            Optional.of(outcome));
  }

  private static SuiteDocument document(List<Cell> cells) {
    return new SuiteDocument(
        SuiteDocument.SCHEMA,
        "sizes <b>",
        NOW,
        NOW.plusSeconds(60),
        Map.of("axis.db", "one,two"),
        List.of("db", "workload", "valuesize"),
        cells);
  }

  private static Cell cell(int combination, int repeat) {
    String system = combination <= 2 ? "one" : "two";
    String size = combination % 2 == 1 ? "64" : "256";
    String name = "00" + combination + "-" + system + "-" + repeat;
    Cell cell =
        Cell.pending(
                name,
                system + ", valuesize=" + size,
                combination,
                system,
                "w",
                Map.of("db", system, "workload", "w", "valuesize", size),
                repeat)
            .running(NOW);
    if (combination == 4 && repeat == 1) {
      return cell.ended(
          Status.FAILED, Optional.of("no <server>"), Optional.empty(), Optional.empty());
    }
    if (combination == 4 && repeat == 2) {
      return cell.ended(
          Status.PARTIAL,
          Optional.of("interrupted"),
          Optional.of("cells/" + name + "/run"),
          Optional.of(outcome(1, 1)));
    }
    return combination == 4
        ? cell.passedOver(Status.SKIPPED, "max.time=1 s")
        : cell.ended(
            Status.DONE,
            Optional.empty(),
            Optional.of("cells/" + name + "/run"),
            Optional.of(outcome(combination, repeat)));
  }

  /** Throughput is 1000, 2000 or 3000, of the combination and the repeat. */
  private static CellOutcome outcome(int combination, int repeat) {
    return new CellOutcome(
        repeat == 3 ? "INVALID" : "SUSPECT",
        List.of("cluster"),
        repeat == 3 ? 1 : 0,
        2_000_000_000L,
        OptionalDouble.of(1_000 * combination + repeat),
        OptionalDouble.of(100 * combination),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        10,
        repeat);
  }
}
