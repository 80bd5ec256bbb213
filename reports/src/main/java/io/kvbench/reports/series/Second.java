package io.kvbench.reports.series;

import io.kvbench.reports.files.StoredInterval;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * About one second of what a run was about, as its clients saw it.
 *
 * @param number from 1, the first second of the phase
 * @param step which part of a run with changing numbers of clients
 * @param startsAnew whether it does not go on from the second before: a pause, or another step,
 *     lies between them
 * @param clients how many were at work in it
 * @param wallNanos its true length: what is left at the end of a phase may belong to the second
 *     before
 * @param okCount operations answered OK in it
 * @param okBefore how many there were in the seconds before
 * @param times how long they took; empty where there were none
 */
public record Second(
    int number,
    OptionalInt step,
    boolean startsAnew,
    int clients,
    long wallNanos,
    long okCount,
    long okBefore,
    Optional<Times> times) {
  private static final double NANOS = 1e9;

  static Second of(
      int number,
      StoredInterval interval,
      boolean startsAnew,
      long okBefore,
      Optional<Times> times) {
    return new Second(
        number,
        interval.step(),
        startsAnew,
        interval.clients(),
        interval.wallNanos(),
        interval.okCount(),
        okBefore,
        times);
  }

  /** Returns this second with what followed it in the same one. */
  Second plus(Second rest) {
    return new Second(
        number,
        step,
        startsAnew,
        clients,
        wallNanos + rest.wallNanos,
        okCount + rest.okCount,
        okBefore,
        times.isEmpty() ? rest.times : times.map(each -> rest.times.map(each::plus).orElse(each)));
  }

  /** Returns how many were answered OK up to its end. */
  public long okAfter() {
    return okBefore + okCount;
  }

  /** Returns the rate of operations answered OK. */
  public double okPerSecond() {
    return wallNanos == 0 ? 0 : okCount * NANOS / wallNanos;
  }
}
