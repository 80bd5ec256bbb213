package io.kvbench.results.figure;

import io.kvbench.core.operation.ErrorKind;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The computation of a figure: those of the {@linkplain Metric catalogue}, and the open sets that
 * thresholds choose from, such as any percentile.
 */
public sealed interface Formula {
  Unit unit();

  Population population();

  /** Returns which of two figures is the better one. */
  Better better();

  /** Computes the figure; empty where it is not known. */
  OptionalDouble of(Measurement measured);

  /**
   * Returns whether this number of times is enough for every statistic that it is computed from.
   */
  default boolean isKnownOf(long times) {
    StatisticsUsed used = new StatisticsUsed(times);
    of(used);
    return used.areKnown();
  }

  /**
   * A formula that a threshold may be of. A kind of its own, such as a ratio, decides in each
   * switch over the kinds how a threshold of it is judged during a run, and what is said where it
   * has no value.
   */
  sealed interface OfThreshold extends Formula {}

  /** Operations answered OK per second of sending. */
  record Throughput() implements OfThreshold {
    @Override
    public Unit unit() {
      return Unit.PER_SECOND;
    }

    @Override
    public Population population() {
      return Population.OPERATIONS;
    }

    @Override
    public Better better() {
      return Better.MORE;
    }

    @Override
    public OptionalDouble of(Measurement measured) {
      return measured.okPerSecond();
    }
  }

  /** A statistic of times, in nanoseconds. */
  record Time(TimeKind times, Statistic statistic) implements OfThreshold {
    @Override
    public Unit unit() {
      return Unit.NANOS;
    }

    @Override
    public Population population() {
      return times.population();
    }

    @Override
    public Better better() {
      return Better.LESS;
    }

    @Override
    public OptionalDouble of(Measurement measured) {
      return measured.nanos(times, statistic);
    }
  }

  /** The number of failed operations, of one kind or at all. */
  record ErrorCount(Optional<ErrorKind> kind) implements OfThreshold {
    @Override
    public Unit unit() {
      return Unit.COUNT;
    }

    @Override
    public Population population() {
      return Population.OPERATIONS;
    }

    @Override
    public Better better() {
      return Better.LESS;
    }

    @Override
    public OptionalDouble of(Measurement measured) {
      return measured.errors(kind);
    }
  }

  /** The share of failed operations, of one kind or at all. */
  record ErrorShare(Optional<ErrorKind> kind) implements OfThreshold {
    @Override
    public Unit unit() {
      return Unit.SHARE;
    }

    @Override
    public Population population() {
      return Population.OPERATIONS;
    }

    @Override
    public Better better() {
      return Better.LESS;
    }

    @Override
    public OptionalDouble of(Measurement measured) {
      return measured.errorShare(kind);
    }
  }

  /** A figure that thresholds do not have. */
  record Plain(
      Unit unit,
      Population population,
      Better better,
      Function<Measurement, OptionalDouble> computation)
      implements Formula {
    @Override
    public OptionalDouble of(Measurement measured) {
      return computation.apply(measured);
    }
  }
}
