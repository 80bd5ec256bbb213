package io.kvbench.results.format;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The condition of the kvbench process and its host during a phase, which decides whether the
 * measured times are the store's or the client's own.
 *
 * @param cpuNanos processor time of all threads of the process
 * @param processors how many processors it may use
 * @param stealShare the share of the host's processor time that its hypervisor gave to others, from
 *     0 to 1; empty where the system does not tell
 * @param gcPauses how many garbage collections stopped the clients
 * @param gcPauseNanos for how long all of them together did, to the millisecond
 * @param longestGcPauseNanos the longest of them, to the millisecond
 * @param hiccups how much later than asked for a thread woke up that does nothing but sleep: what
 *     the system, the virtual machine and the garbage collector did to every thread; the system's
 *     timer slack is part of it
 * @param clockStepNanos by how much the wall clock was moved against the clock that measures times;
 *     the largest step, with its sign; slewing and less than a millisecond is no step
 * @param pinnedNanos for how long virtual threads that waited kept their carrier thread from
 *     others, summed over carriers; an estimate from looking at them every few milliseconds
 * @param longestPinnedNanos the longest of these, to within a few milliseconds
 * @param scheduling processor time that threads got and waited for; empty in older files
 * @param pauses the longest of these garbage collections, {@link #MOST_PAUSES} at most and of 10 ms
 *     or more, in order; empty in older files
 * @param watchedNanos the length of the window that all of this is about, from the phase's first
 *     request to the end of its last client: what shares of the time are shares of; empty in older
 *     files
 */
public record ClientCondition(
    long cpuNanos,
    int processors,
    OptionalDouble stealShare,
    long gcPauses,
    long gcPauseNanos,
    long longestGcPauseNanos,
    TimeResult hiccups,
    long clockStepNanos,
    long pinnedNanos,
    long longestPinnedNanos,
    Optional<SchedulingResult> scheduling,
    Optional<List<Pause>> pauses,
    OptionalLong watchedNanos) {

  /** The number of pauses kept with their times. */
  public static final int MOST_PAUSES = 50;

  public ClientCondition {
    pauses = pauses.map(List::copyOf);
  }

  /**
   * A garbage collection that stopped the clients.
   *
   * @param at when it began, on the wall clock, to the millisecond
   */
  public record Pause(Instant at, long nanos) {
    /** Shorter ones are not kept with their times. */
    public static final long LEAST_NANOS = 10_000_000;
  }

  /** Returns the same where so many processors may be used. */
  public ClientCondition on(int available) {
    return new ClientCondition(
        cpuNanos,
        available,
        stealShare,
        gcPauses,
        gcPauseNanos,
        longestGcPauseNanos,
        hiccups,
        clockStepNanos,
        pinnedNanos,
        longestPinnedNanos,
        scheduling,
        pauses,
        watchedNanos);
  }

  /**
   * Returns the length of the window that this is about.
   *
   * @param wallNanos that of the phase, which older files take in its place
   */
  public long windowNanos(long wallNanos) {
    return Math.max(1, watchedNanos.orElse(wallNanos));
  }

  /**
   * Returns the condition of two processes that are one client together: processor time and
   * processors are added up, and of what stops clients it has the worse figure.
   */
  public ClientCondition plus(ClientCondition other) {
    return new ClientCondition(
        cpuNanos + other.cpuNanos,
        processors + other.processors,
        stealShare.isEmpty() || other.stealShare.orElse(0) > stealShare.getAsDouble()
            ? other.stealShare
            : stealShare,
        gcPauses + other.gcPauses,
        Math.max(gcPauseNanos, other.gcPauseNanos),
        Math.max(longestGcPauseNanos, other.longestGcPauseNanos),
        TimeResult.of(hiccups.times().plus(other.hiccups.times())),
        Math.abs(clockStepNanos) < Math.abs(other.clockStepNanos)
            ? other.clockStepNanos
            : clockStepNanos,
        Math.max(pinnedNanos, other.pinnedNanos),
        Math.max(longestPinnedNanos, other.longestPinnedNanos),
        scheduling.flatMap(own -> other.scheduling.map(own::plus)),
        pauses.flatMap(own -> other.pauses.map(more -> longest(own, more))),
        watchedNanos.isEmpty() || other.watchedNanos.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(Math.max(watchedNanos.getAsLong(), other.watchedNanos.getAsLong())));
  }

  private static List<Pause> longest(List<Pause> some, List<Pause> more) {
    return Stream.concat(some.stream(), more.stream())
        .sorted(Comparator.comparingLong(Pause::nanos).reversed())
        .limit(MOST_PAUSES)
        .sorted(Comparator.comparing(Pause::at))
        .toList();
  }
}
