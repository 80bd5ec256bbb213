package io.kvbench.core.result;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How the kvbench process and its host were doing while a phase ran: what decides whether the times
 * that it measured are the store's or its own.
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
    Optional<SchedulingResult> scheduling) {

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
        scheduling);
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
        scheduling.flatMap(own -> other.scheduling.map(own::plus)));
  }
}
