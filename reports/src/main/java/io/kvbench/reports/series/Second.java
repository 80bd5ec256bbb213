package io.kvbench.reports.series;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The client figures of about one second of the measured phases.
 *
 * @param number from 1, the first second of the phase
 * @param step which part of a run with changing numbers of clients
 * @param startsAnew whether it does not go on from the second before: a pause, or another step,
 *     lies between them
 * @param clients how many were at work in it
 * @param wallNanos its true length without a drain: what is left at the end of a phase may belong
 *     to the second before
 * @param offered arrivals that were meant for that time, which need not be whole; empty in a closed
 *     loop
 * @param okCount operations answered OK in that time
 * @param drainedOkCount operations answered OK in a drain
 * @param okBefore how many there were in the seconds before
 * @param times how long they took; empty where there were none
 */
public record Second(
    int number,
    OptionalInt step,
    boolean startsAnew,
    int clients,
    long wallNanos,
    OptionalDouble offered,
    long okCount,
    long drainedOkCount,
    long okBefore,
    Optional<Times> times) {
  /** Returns this second with what followed it in the same one. */
  Second plus(Second rest) {
    return new Second(
        number,
        step,
        startsAnew,
        clients,
        wallNanos + rest.wallNanos,
        sum(offered, rest.offered),
        okCount + rest.okCount,
        drainedOkCount + rest.drainedOkCount,
        okBefore,
        times.isEmpty() ? rest.times : times.map(each -> rest.times.map(each::plus).orElse(each)));
  }

  private static OptionalDouble sum(OptionalDouble one, OptionalDouble other) {
    return one.isPresent() && other.isPresent()
        ? OptionalDouble.of(one.getAsDouble() + other.getAsDouble())
        : one.isPresent() ? one : other;
  }

  /** Returns how many were answered OK up to its end. */
  public long okAfter() {
    return okBefore + okCount + drainedOkCount;
  }
}
