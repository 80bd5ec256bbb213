package io.kvbench.results.figure;

import io.kvbench.core.operation.ErrorKind;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * A measurement: of a run, a part of it, a phase, some seconds, or the cell of a suite. Missing
 * figures are empty.
 */
public interface Measurement {
  OptionalDouble okPerSecond();

  /** Returns a statistic of its times, in nanoseconds. */
  OptionalDouble nanos(TimeKind times, Statistic statistic);

  /** Returns how many operations failed, of one kind or at all. */
  default OptionalDouble errors(Optional<ErrorKind> kind) {
    return OptionalDouble.empty();
  }

  /** Returns the share of the operations that failed, of one kind or at all; from 0 to 1. */
  default OptionalDouble errorShare(Optional<ErrorKind> kind) {
    return OptionalDouble.empty();
  }

  /** Returns the rate of requests that the schedule asked for. */
  default OptionalDouble offeredPerSecond() {
    return OptionalDouble.empty();
  }

  /** Returns the processor time of kvbench per primary operation, however it ended. */
  default OptionalDouble clientCpuNanosPerOperation() {
    return OptionalDouble.empty();
  }

  /**
   * Returns a figure over all servers; empty where one of them is not known, as some would be taken
   * for all.
   *
   * @param over makes one of several, of servers and of seconds
   */
  default OptionalDouble overServers(HostFigure figure, ToDoubleFunction<DoubleStream> over) {
    return OptionalDouble.empty();
  }
}
