package io.kvbench.results.format;

import io.kvbench.core.measure.DisturbanceWindows;
import java.util.List;

/**
 * A phase with faults in two parts: fault windows, and the time outside of them. A window is made
 * of whole intervals. It begins with the one in which a fault begins and ends with the one that
 * holds the last type's recovery plus a margin; without a recovery it lasts until the end of the
 * phase.
 *
 * @param marginNanos how long after the recovery a window ends: for operations that were sent in it
 */
public record FaultWindows(
    long marginNanos, List<Window> windows, PhasePart inside, PhasePart outside) {
  public FaultWindows {
    windows = List.copyOf(windows);
  }

  /** A window, from the start of the phase. */
  public record Window(long fromNanos, long toNanos) {}

  /** Returns the two parts that were added up during a phase. */
  public static FaultWindows of(DisturbanceWindows measured) {
    return new FaultWindows(
        DisturbanceWindows.MARGIN_NANOS,
        measured.windows().stream()
            .map(window -> new Window(window.beginNanos(), window.endNanos()))
            .toList(),
        part(measured.inside()),
        part(measured.outside()));
  }

  private static PhasePart part(DisturbanceWindows.WindowMeasurements part) {
    return new PhasePart(
        part.wallNanos(),
        OperationResult.of(part.recorded()),
        TimeResult.of(part.recorded().lag()));
  }
}
