package io.kvbench.results.format;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The measurements of one agent of a run with several.
 *
 * @param name its name in the run, such as {@code agent-1}
 * @param status the way in which it ended
 * @param offsetMicros how far the controller's clock was ahead of its own
 * @param offsetErrorMicros how far that may be wrong
 * @param phases what its clients measured in each phase that it took part in to the end, in order
 */
public record AgentResult(
    String name,
    String host,
    Status status,
    long offsetMicros,
    long offsetErrorMicros,
    List<AgentPhase> phases) {

  public AgentResult {
    phases = List.copyOf(phases);
  }

  public enum Status {
    /** It carried out all orders. */
    COMPLETE,
    /** It stopped responding, or reported a failure. */
    LOST
  }

  /**
   * A phase of an agent.
   *
   * @param throughputPerSecond operations answered OK in its window of sending, by its length
   * @param response the response times of operations answered OK; empty where there were none
   * @param lag how late operations were sent
   * @param cpu how many processors its process used on average
   * @param processors how many it may use
   * @param connectionErrors operations that failed with their connection
   * @param skewMicros how much later than the first agent it began, by the measured offsets
   */
  public record AgentPhase(
      String phase,
      int clients,
      double throughputPerSecond,
      Optional<TimeResult> response,
      TimeResult lag,
      OptionalDouble cpu,
      int processors,
      OptionalLong hiccupP99Micros,
      long connectionErrors,
      long skewMicros) {}
}
