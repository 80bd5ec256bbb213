package io.kvbench.results.verdict;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.TimeResult;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A figure that a threshold can be set for. */
sealed interface Metric {

  /**
   * Returns the figure.
   *
   * @param type of these operations only; of all but composites where it is empty
   * @return empty where nothing ended that it could be taken of
   */
  OptionalDouble of(RunFigures figures, Optional<OperationType> type);

  /** Returns such a figure as people read it. */
  String show(double value);

  /** Returns why the figure is not known, as a clause, although it has a value. */
  default Optional<String> caveat(RunFigures figures, Optional<OperationType> type) {
    return Optional.empty();
  }

  /** Returns why there is no figure, as the end of a sentence. */
  String absence(String operations);

  /** A time of operations answered OK, in nanoseconds. */
  record OkTime(Function<OperationResult, TimeResult> times, Statistic statistic)
      implements Metric {
    @Override
    public OptionalDouble of(RunFigures figures, Optional<OperationType> type) {
      return value(figures.times(type, times), statistic);
    }

    @Override
    public Optional<String> caveat(RunFigures figures, Optional<OperationType> type) {
      return statistic.caveat(figures.times(type, times));
    }

    @Override
    public String show(double value) {
      return Figures.time(value);
    }

    @Override
    public String absence(String operations) {
      return "no " + operations + " was answered OK";
    }
  }

  /** How late requests of an open loop were sent, in nanoseconds. */
  record Lag(Statistic statistic) implements Metric {
    @Override
    public OptionalDouble of(RunFigures figures, Optional<OperationType> type) {
      return value(figures.lag(), statistic);
    }

    @Override
    public Optional<String> caveat(RunFigures figures, Optional<OperationType> type) {
      return statistic.caveat(figures.lag());
    }

    @Override
    public String show(double value) {
      return Figures.time(value);
    }

    @Override
    public String absence(String operations) {
      return "no request was sent on schedule";
    }
  }

  /** How many operations failed, of one kind or at all. */
  record Errors(Optional<ErrorKind> kind) implements Metric {
    @Override
    public OptionalDouble of(RunFigures figures, Optional<OperationType> type) {
      return figures.sum(type, OperationResult::count) == 0
          ? OptionalDouble.empty()
          : OptionalDouble.of(figures.sum(type, this::count));
    }

    private long count(OperationResult operation) {
      return kind.map(one -> operation.errors().getOrDefault(one, 0L))
          .orElseGet(operation::errorCount);
    }

    @Override
    public String show(double value) {
      return Figures.number(value);
    }

    @Override
    public String absence(String operations) {
      return "no " + operations + " completed";
    }
  }

  /** The share of the operations that failed, of one kind or at all; from 0 to 1. */
  record ErrorShare(Errors errors) implements Metric {
    @Override
    public OptionalDouble of(RunFigures figures, Optional<OperationType> type) {
      OptionalDouble failed = errors.of(figures, type);
      return failed.isEmpty()
          ? failed
          : OptionalDouble.of(failed.getAsDouble() / figures.sum(type, OperationResult::count));
    }

    @Override
    public String show(double value) {
      return Figures.share(value);
    }

    @Override
    public String absence(String operations) {
      return errors.absence(operations);
    }
  }

  /** Operations answered OK per second of sending. */
  record Throughput() implements Metric {
    @Override
    public OptionalDouble of(RunFigures figures, Optional<OperationType> type) {
      return figures.sum(type, OperationResult::count) == 0
          ? OptionalDouble.empty()
          : OptionalDouble.of(figures.okPerSecond(type));
    }

    @Override
    public String show(double value) {
      return Figures.number(value) + " ops/s";
    }

    @Override
    public String absence(String operations) {
      return "no " + operations + " completed";
    }
  }

  private static OptionalDouble value(TimeHistogram times, Statistic statistic) {
    return times.count() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(statistic.nanos().applyAsDouble(times));
  }
}
