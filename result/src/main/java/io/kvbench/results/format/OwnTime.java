package io.kvbench.results.format;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The estimate of kvbench's own part of a service time. Between sending and recording, an operation
 * waits for threads of kvbench to wake up: at most twice, for the one that writes the request and
 * for the one that reads the response. Where threads take fewer turns, because there always is
 * something to do, it waits as much less. Added to it is the processor time of the busiest thread
 * that is no carrier of clients, such as an event loop, per operation.
 */
final class OwnTime {
  /** Wake-ups within an operation; the third is that of its client, after the response. */
  private static final double MOST_WAKE_UPS = 2;

  private static final double PART_OF_TURNS = 2.0 / 3;

  private OwnTime() {}

  /** Returns the time per operation; empty where it was not measured. */
  static OptionalLong perOperationNanos(PhaseResult phase) {
    Optional<SchedulingResult> measured =
        phase.client().condition().flatMap(ClientCondition::scheduling);
    long operations = phase.operationCount();
    if (measured.isEmpty() || operations == 0) {
      return OptionalLong.empty();
    }
    SchedulingResult threads = measured.get();
    if (threads.wakeUpNanos().isEmpty() || threads.turns().isEmpty()) {
      return OptionalLong.empty();
    }
    double turns = (double) threads.turns().getAsLong() / operations;
    double wakeUps = Math.min(MOST_WAKE_UPS, PART_OF_TURNS * turns);
    long loop =
        threads
            .busiestThread()
            .filter(thread -> !thread.name().equals(SchedulingResult.CARRIERS))
            .map(SchedulingResult.BusyThread::cpuNanos)
            .orElse(0L);
    return OptionalLong.of(
        Math.round(wakeUps * threads.wakeUpNanos().getAsLong() + (double) loop / operations));
  }
}
