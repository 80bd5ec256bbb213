package io.kvbench.results.figure;

import io.kvbench.core.operation.ErrorKind;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The computation of a figure: those of the {@linkplain Metric catalogue}, and the open sets that
 * thresholds choose from, such as any percentile.
 *
 * @param better which of two figures is the better one
 * @param times the times that it is a statistic of; empty where it is none
 * @param of computes the figure; empty where it is not known
 */
public record Formula(
    Unit unit,
    Population population,
    Better better,
    Optional<TimeKind> times,
    Optional<Statistic> statistic,
    Function<Measurement, OptionalDouble> of) {
  /** Operations answered OK per second of sending. */
  public static final Formula THROUGHPUT =
      plain(Unit.PER_SECOND, Population.OPERATIONS, Better.MORE, Measurement::okPerSecond);

  /** Returns the formula of a statistic of times, in nanoseconds. */
  public static Formula time(TimeKind times, Statistic statistic) {
    return new Formula(
        Unit.NANOS,
        times.population(),
        Better.LESS,
        Optional.of(times),
        Optional.of(statistic),
        measured -> measured.nanos(times, statistic));
  }

  /** Returns the formula of the number of failed operations, of one kind or at all. */
  public static Formula errors(Optional<ErrorKind> kind) {
    return plain(Unit.COUNT, Population.OPERATIONS, Better.LESS, measured -> measured.errors(kind));
  }

  public static Formula errorShare(Optional<ErrorKind> kind) {
    return plain(
        Unit.SHARE, Population.OPERATIONS, Better.LESS, measured -> measured.errorShare(kind));
  }

  static Formula plain(
      Unit unit, Population population, Better better, Function<Measurement, OptionalDouble> of) {
    return new Formula(unit, population, better, Optional.empty(), Optional.empty(), of);
  }
}
