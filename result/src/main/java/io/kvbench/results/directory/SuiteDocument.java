package io.kvbench.results.directory;

import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The content of {@code suite.json}: the cells of a suite, which of them have run, and where their
 * results are. It is replaced after each change.
 *
 * @param schema {@link #SCHEMA}
 * @param startedAt when the suite was started for the first time
 * @param updatedAt when this was written
 * @param definition everything that the suite's file and the command line say, by name, with
 *     secrets masked: a suite resumes only with the same definition
 * @param axes the names of the parameters, in order
 * @param cells in the order in which they run
 */
public record SuiteDocument(
    String schema,
    String name,
    Instant startedAt,
    Instant updatedAt,
    Map<String, String> definition,
    List<String> axes,
    List<Cell> cells) {

  public static final String SCHEMA = "kvbench-suite/1";

  private static final Set<Status> UNFINISHED =
      EnumSet.of(Status.PENDING, Status.RUNNING, Status.PARTIAL);

  public SuiteDocument {
    definition = Map.copyOf(definition);
    axes = List.copyOf(axes);
    cells = List.copyOf(cells);
  }

  /** Returns whether the suite came to its end: no cell is left, and none was interrupted. */
  public boolean isOver() {
    return cells.stream().map(Cell::status).noneMatch(UNFINISHED::contains);
  }

  /** Returns how many cells there are without those that are not needed. */
  public int needed() {
    return cells.size() - count(Status.UNNEEDED);
  }

  public int count(Status status) {
    return Math.toIntExact(cells.stream().filter(cell -> cell.status() == status).count());
  }

  public enum Status {
    /** It has not run yet. */
    PENDING("pending"),
    /** It runs, or it ran when kvbench was killed. */
    RUNNING("running"),
    /** It ran to its planned end. Its verdict may be any. */
    DONE("done"),
    /** It was interrupted. It runs again when the suite resumes. */
    PARTIAL("partial"),
    /** It ended before its planned end. It runs again when the suite resumes. */
    FAILED("failed"),
    /** The budget of time was used up before. It runs when the suite resumes. */
    SKIPPED("skipped"),
    /** The repeats of its combination suffice. */
    UNNEEDED("unneeded");

    private final String word;

    Status(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  /**
   * A cell of the suite: one run.
   *
   * @param name the name of its directory below {@code cells}
   * @param title its parameters in words, without those that all cells have in common
   * @param combination which combination of the axes it belongs to, from 1
   * @param system the system's name after {@code -db}
   * @param parameters its values on the axes, by name; without those axes that it does not have
   * @param repeat which one of the runs with these parameters, from 1
   * @param reason why it did not run to its end; empty where it did or may still
   * @param resultDirectory the result directory, relative to the suite's; empty before there is one
   * @param startedAt when it was started last; empty before that
   * @param outcome what came of it; empty without a result
   * @param earlier the result directories of runs of this cell that were interrupted or failed,
   *     relative to the suite's
   */
  public record Cell(
      String name,
      String title,
      int combination,
      String system,
      String workload,
      Map<String, String> parameters,
      int repeat,
      Status status,
      Optional<String> reason,
      Optional<String> resultDirectory,
      Optional<Instant> startedAt,
      Optional<CellOutcome> outcome,
      List<String> earlier) {

    public Cell {
      parameters = Map.copyOf(parameters);
      earlier = List.copyOf(earlier);
    }

    public static Cell pending(
        String name,
        String title,
        int combination,
        String system,
        String workload,
        Map<String, String> parameters,
        int repeat) {
      return new Cell(
          name,
          title,
          combination,
          system,
          workload,
          parameters,
          repeat,
          Status.PENDING,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of());
    }

    /** Returns this cell without its last run, whose directory is an earlier one. */
    public Cell again(Collection<String> runsBefore) {
      return change(Status.PENDING, Optional.empty(), Optional.empty(), List.copyOf(runsBefore));
    }

    public Cell running(Instant since) {
      return change(Status.RUNNING, Optional.empty(), Optional.of(since), earlier);
    }

    /** Returns this cell as it does not run. */
    public Cell passedOver(Status how, String why) {
      return change(how, Optional.of(why), Optional.empty(), earlier);
    }

    private Cell change(
        Status how, Optional<String> why, Optional<Instant> since, List<String> before) {
      return new Cell(
          name,
          title,
          combination,
          system,
          workload,
          parameters,
          repeat,
          how,
          why,
          Optional.empty(),
          since,
          Optional.empty(),
          before);
    }

    public Cell ended(
        Status how, Optional<String> why, Optional<String> directory, Optional<CellOutcome> what) {
      return new Cell(
          name,
          title,
          combination,
          system,
          workload,
          parameters,
          repeat,
          how,
          why,
          directory,
          startedAt,
          what,
          earlier);
    }

    /** Returns what it measured, if it ran to its end. */
    public Optional<CellOutcome> measured() {
      return status == Status.DONE ? outcome : Optional.empty();
    }
  }

  /**
   * The outcome of a run. Times and rates are of its primary operations, as in comparisons.
   *
   * @param verdict {@code VALID}, {@code SUSPECT} or {@code INVALID}
   * @param checks the checks that did not pass
   * @param exitCode that of the run: 1 where the verdict or a threshold of the user's own failed it
   * @param wallNanos how long it took, with the start and the end of the servers
   * @param operationsPerSecond operations answered OK per second while the run was sending
   * @param p50Micros the median response time of operations answered OK; empty where there were too
   *     few
   * @param p99Micros likewise, 99 %
   * @param p999Micros likewise, 99.9 %
   */
  public record CellOutcome(
      String verdict,
      List<String> checks,
      int exitCode,
      long wallNanos,
      OptionalDouble operationsPerSecond,
      OptionalDouble p50Micros,
      OptionalDouble p99Micros,
      OptionalDouble p999Micros,
      long okCount,
      long errorCount) {
    public CellOutcome {
      checks = List.copyOf(checks);
    }
  }
}
