package io.kvbench.results.format;

import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Processor time that the threads of the kvbench process got, and that they had to wait for, while
 * a phase ran. A figure that the system does not report is empty.
 *
 * @param busiestThread the platform thread with the most processor time
 * @param runDelayNanos time that runnable threads waited for a processor, summed over threads
 * @param turns how often those threads got a processor
 * @param throttledPeriods periods in which a CPU limit of the process's control group stopped it
 * @param throttledNanos for how long, summed over processors
 * @param wakeUpNanos the median time from waking a waiting thread to its first instruction; empty
 *     in older files
 */
public record SchedulingResult(
    Optional<BusyThread> busiestThread,
    OptionalLong runDelayNanos,
    OptionalLong turns,
    OptionalLong throttledPeriods,
    OptionalLong throttledNanos,
    OptionalLong wakeUpNanos) {

  /** The name under which the carriers of virtual threads are one thread. */
  public static final String CARRIERS = "carriers of virtual threads";

  public OptionalDouble meanRunDelayNanos() {
    return turns.orElse(0) == 0 || runDelayNanos.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) runDelayNanos.getAsLong() / turns.getAsLong());
  }

  /** Returns the sum of two processes, with the busier one's busiest thread. */
  SchedulingResult plus(SchedulingResult other) {
    return new SchedulingResult(
        Stream.of(busiestThread, other.busiestThread)
            .flatMap(Optional::stream)
            .max(Comparator.comparingLong(BusyThread::cpuNanos)),
        sum(runDelayNanos, other.runDelayNanos),
        sum(turns, other.turns),
        sum(throttledPeriods, other.throttledPeriods),
        sum(throttledNanos, other.throttledNanos),
        wakeUpNanos.isEmpty() || other.wakeUpNanos.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(Math.max(wakeUpNanos.getAsLong(), other.wakeUpNanos.getAsLong())));
  }

  public SchedulingResult withWakeUp(OptionalLong nanos) {
    return new SchedulingResult(
        busiestThread, runDelayNanos, turns, throttledPeriods, throttledNanos, nanos);
  }

  private static OptionalLong sum(OptionalLong one, OptionalLong other) {
    return one.isEmpty() || other.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(one.getAsLong() + other.getAsLong());
  }

  /**
   * A thread that can be a bottleneck on its own, such as an event loop.
   *
   * @param name the thread's name, or {@link #CARRIERS}, which share their work
   * @param cpuNanos processor time; of the carriers the mean
   */
  public record BusyThread(String name, long cpuNanos) {}
}
