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
   * A formula that a threshold may be of. How a threshold of each kind is judged during a run is
   * decided in a switch over the kinds.
   */
  sealed interface OfThreshold extends Formula {
    /** Returns the times that it is computed from; empty if it is not computed from times. */
    Optional<TimeKind> ofTimes();
  }

  /** A formula of failed operations. */
  sealed interface OfErrors extends OfThreshold {
    @Override
    default Population population() {
      return Population.OPERATIONS;
    }

    @Override
    default Better better() {
      return Better.LESS;
    }

    @Override
    default Optional<TimeKind> ofTimes() {
      return Optional.empty();
    }
  }

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
    public Optional<TimeKind> ofTimes() {
      return Optional.empty();
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
    public Optional<TimeKind> ofTimes() {
      return Optional.of(times);
    }

    @Override
    public OptionalDouble of(Measurement measured) {
      return measured.nanos(times, statistic);
    }
  }

  /** The number of failed operations, of one kind or at all. */
  record ErrorCount(Optional<ErrorKind> kind) implements OfErrors {
    @Override
    public Unit unit() {
      return Unit.COUNT;
    }

    @Override
    public OptionalDouble of(Measurement measured) {
      return measured.errors(kind);
    }
  }

  /** The share of failed operations, of one kind or at all. */
  record ErrorShare(Optional<ErrorKind> kind) implements OfErrors {
    @Override
    public Unit unit() {
      return Unit.SHARE;
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
