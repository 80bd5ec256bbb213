package io.kvbench.reports.suite;

import io.kvbench.reports.suite.SuiteCells.Combination;
import io.kvbench.results.directory.SuiteDocument.Cell;
import io.kvbench.results.figure.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A figure of the combinations of a suite over the last two axes, in small multiples: a grid for
 * each combination of the other axes. Where one of these has two values, a further grid shows the
 * difference of the second from the first.
 *
 * @param across the axis of the columns
 * @param down the axis of the rows
 * @param differences parts of 1; empty where no axis has two values
 */
public record SuiteGrids(
    Metric figure, Axis across, Axis down, List<Grid> grids, List<Grid> differences) {
  /** With fewer values on an axis, bars show the same and more. */
  private static final int LEAST_VALUES = 3;

  /** The ratio of figures above which the scale is logarithmic. */
  private static final double FAR_APART = 20;

  /** A parameter with its values, in the order of the suite. */
  public record Axis(String name, List<String> values) {
    private static Axis of(SuiteCells cells, String name) {
      return new Axis(
          name,
          cells.combinations().stream()
              .flatMap(each -> Optional.ofNullable(each.parameters().get(name)).stream())
              .distinct()
              .toList());
    }

    private boolean isLong() {
      return values.size() >= LEAST_VALUES;
    }
  }

  /**
   * A grid.
   *
   * @param title which of them it is; empty for the only one
   * @param rows with a square for each column
   */
  public record Grid(String title, List<List<Square>> rows) {
    public List<Double> values() {
      return rows.stream()
          .flatMap(List::stream)
          .flatMap(square -> square.value().stream().boxed())
          .toList();
    }
  }

  /**
   * The cell of a grid for one combination.
   *
   * @param value the median over its runs; empty where it is not known
   * @param report the result directory of the run with that median, relative to the suite's; empty
   *     for differences
   */
  public record Square(OptionalDouble value, Optional<String> report) {
    private static final Square UNKNOWN = new Square(OptionalDouble.empty(), Optional.empty());
  }

  /** Returns the grids of a figure; empty where no two axes have three values or more. */
  public static Optional<SuiteGrids> of(SuiteCells cells, Metric figure) {
    List<Axis> axes = independent(cells);
    List<Axis> candidates =
        axes.stream().filter(axis -> !axis.name.equals(SuiteTitles.SYSTEM)).toList();
    int last = candidates.size() - 1;
    if (last < 1 || !candidates.get(last).isLong() || !candidates.get(last - 1).isLong()) {
      return Optional.empty();
    }
    Axis across = candidates.get(last);
    Axis down = candidates.get(last - 1);
    List<Axis> others =
        axes.stream().filter(axis -> !axis.equals(across) && !axis.equals(down)).toList();
    SuiteGrids grids = new SuiteGrids(figure, across, down, List.of(), List.of());
    return Optional.of(
        new SuiteGrids(
            figure, across, down, grids.all(cells, others), grids.differences(cells, others)));
  }

  private DoubleStream values() {
    return grids.stream().flatMap(grid -> grid.values().stream()).mapToDouble(Double::doubleValue);
  }

  /** Returns the least value of all grids; 0 where none is known. */
  public double least() {
    return values().min().orElse(0);
  }

  /** Returns the greatest value of all grids; 0 where none is known. */
  public double most() {
    return values().max().orElse(0);
  }

  public boolean isLogarithmic() {
    return least() > 0 && most() / least() > FAR_APART;
  }

  /** Returns where a value is between the least and the greatest, from 0 to 1. */
  public DoubleUnaryOperator scale() {
    DoubleUnaryOperator on = isLogarithmic() ? Math::log : value -> value;
    double from = on.applyAsDouble(least());
    double to = on.applyAsDouble(most());
    return value -> to > from ? (on.applyAsDouble(value) - from) / (to - from) : 1;
  }

  /** Returns how large a difference is beside the largest, from 0 to 1, as a factor. */
  public DoubleUnaryOperator scaleOfDifferences() {
    double most =
        differences.stream()
            .flatMap(grid -> grid.values().stream())
            .mapToDouble(value -> Math.abs(Math.log1p(value)))
            .filter(Double::isFinite)
            .max()
            .orElse(0);
    return value -> most > 0 ? Math.min(1, Math.abs(Math.log1p(value)) / most) : 0;
  }

  /** Leaves out axes whose values go with those of an earlier one, such as connections. */
  private static List<Axis> independent(SuiteCells cells) {
    List<Axis> axes = new ArrayList<>();
    for (String name : cells.axes()) {
      if (axes.stream().noneMatch(axis -> goTogether(cells, axis.name, name))) {
        axes.add(Axis.of(cells, name));
      }
    }
    return axes;
  }

  private static boolean goTogether(SuiteCells cells, String one, String other) {
    return count(cells, one) == count(cells, other)
        && count(cells, one, other) == count(cells, one);
  }

  private static long count(SuiteCells cells, String... axes) {
    return cells.combinations().stream()
        .map(
            each ->
                Stream.of(axes)
                    .map(axis -> Optional.ofNullable(each.parameters().get(axis)))
                    .toList())
        .distinct()
        .count();
  }

  private List<Grid> all(SuiteCells cells, List<Axis> others) {
    List<Grid> all = new ArrayList<>();
    SuiteTitles.by(names(others), cells.combinations())
        .forEach(
            (title, ones) ->
                all.add(new Grid(title, squares((row, column) -> square(ones, row, column)))));
    return all;
  }

  private List<Grid> differences(SuiteCells cells, List<Axis> others) {
    Optional<Axis> pair = others.stream().filter(axis -> axis.values.size() == 2).findFirst();
    if (pair.isEmpty()) {
      return List.of();
    }
    String name = pair.get().name;
    List<String> rest = names(others.stream().filter(axis -> !axis.name.equals(name)).toList());
    String one = pair.get().values.get(0);
    String other = pair.get().values.get(1);
    Map<String, List<Combination>> second = SuiteTitles.by(rest, with(cells, name, other));
    String against =
        SuiteTitles.of(List.of(name), Map.of(name, other))
            + " against "
            + SuiteTitles.of(List.of(name), Map.of(name, one));
    List<Grid> differences = new ArrayList<>();
    SuiteTitles.by(rest, with(cells, name, one))
        .forEach(
            (title, ones) -> {
              if (second.containsKey(title)) {
                differences.add(
                    new Grid(
                        title.isEmpty() ? against : against + ", " + title,
                        squares(
                            (row, column) ->
                                difference(
                                    square(ones, row, column),
                                    square(second.get(title), row, column)))));
              }
            });
    return differences;
  }

  private static Square difference(Square one, Square other) {
    return one.value.isPresent() && other.value.isPresent() && one.value.getAsDouble() > 0
        ? new Square(
            OptionalDouble.of(other.value.getAsDouble() / one.value.getAsDouble() - 1),
            Optional.empty())
        : Square.UNKNOWN;
  }

  private static List<Combination> with(SuiteCells cells, String axis, String value) {
    return cells.combinations().stream()
        .filter(each -> value.equals(each.parameters().get(axis)))
        .toList();
  }

  private static List<String> names(List<Axis> axes) {
    return axes.stream().map(Axis::name).toList();
  }

  private List<List<Square>> squares(BiFunction<String, String, Square> square) {
    return down.values.stream()
        .map(row -> across.values.stream().map(column -> square.apply(row, column)).toList())
        .toList();
  }

  private Square square(List<Combination> combinations, String row, String column) {
    return combinations.stream()
        .filter(each -> row.equals(each.parameters().get(down.name)))
        .filter(each -> column.equals(each.parameters().get(across.name)))
        .findFirst()
        .map(this::square)
        .orElse(Square.UNKNOWN);
  }

  private Square square(Combination combination) {
    OptionalDouble median = CellFigures.median(combination.values(figure));
    return median.isEmpty()
        ? Square.UNKNOWN
        : new Square(median, combination.median(figure).flatMap(Cell::resultDirectory));
  }
}
