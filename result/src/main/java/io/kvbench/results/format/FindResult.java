package io.kvbench.results.format;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The content of {@code find.json}: the result of a search, and its probes.
 *
 * @param schema {@link #SCHEMA}
 * @param what {@code rate}, {@code curve} or {@code clients}
 * @param reason why it ended, in a sentence; while it runs, that it does
 * @param ratePerSecond the interval of the highest rate under the thresholds; empty in a search for
 *     clients
 * @param clients the interval of the smallest number of clients that saturates; empty in other
 *     searches
 * @param thresholds what a probe has to keep, as in {@code response.p99<20ms}; empty in a search
 *     for clients
 * @param method how the interval was found, with its source
 * @param confidence the probability that the interval holds the true value, from 0 to 1; empty
 *     where the method does not give one
 * @param precision the greatest width of the interval that was asked for, as a share of its lower
 *     end
 * @param capacityPerSecond the throughput of a short closed loop in requests, from which the search
 *     began; empty if it was not measured
 * @param kneePerSecond the highest offered rate of a curve before the first that failed
 * @param collapsePerSecond the lowest offered rate of a curve from which on the store did less than
 *     {@link #COLLAPSE} of the most that it had done; empty if it did not collapse
 * @param notes what to know before one quotes the result
 * @param probes in the order in which they were made
 */
public record FindResult(
    String schema,
    Status status,
    String reason,
    String what,
    String workload,
    String system,
    Instant startedAt,
    Optional<Range> ratePerSecond,
    Optional<Range> clients,
    List<String> thresholds,
    String method,
    OptionalDouble confidence,
    double precision,
    OptionalDouble capacityPerSecond,
    OptionalDouble kneePerSecond,
    OptionalDouble collapsePerSecond,
    List<String> notes,
    List<Probe> probes) {

  public static final String SCHEMA = "kvbench-find/1";

  /** A curve that falls below this share of its peak has collapsed. */
  public static final double COLLAPSE = 0.9;

  public FindResult {
    thresholds = List.copyOf(thresholds);
    notes = List.copyOf(notes);
    probes = List.copyOf(probes);
  }

  public enum Status {
    /** The interval is as precise as was asked for. */
    FOUND,
    /** The time was over before; the interval is wider. */
    TIME_UP,
    /** The client, not the store, was the limit; the store may do more than the lower end. */
    CLIENT_LIMITED,
    /** No probe passed, or none failed, in the whole range. */
    OUT_OF_RANGE,
    INTERRUPTED,
    /** Servers or connections failed. */
    FAILED,
    /** It is running, or its process was killed. */
    RUNNING
  }

  /**
   * An interval.
   *
   * @param low empty if nothing passed
   * @param high empty if nothing failed
   */
  public record Range(OptionalDouble low, OptionalDouble high) {}

  public enum Outcome {
    PASSED,
    FAILED,
    /** It failed, but perhaps because of the client: it does not count. */
    CLIENT_LIMITED,
    /** It measured a closed loop, which has no thresholds. */
    MEASURED
  }

  /**
   * A probe. All figures are of the time after the settling time.
   *
   * @param number from 1; that of the step in {@code result.json} and {@code intervals.csv}
   * @param achievedPerSecond requests that ended while it was sending, per second
   * @param p50Micros of the response times of operations answered OK; empty, as are the others,
   *     where too few of them are beyond it
   * @param reason what decided its outcome; empty where it passed
   */
  public record Probe(
      int number,
      Instant startedAt,
      int clients,
      OptionalDouble offeredPerSecond,
      double achievedPerSecond,
      long operations,
      long errors,
      OptionalLong p50Micros,
      OptionalLong p99Micros,
      OptionalLong p999Micros,
      Outcome outcome,
      Optional<String> reason) {

    /**
     * Returns how many requests it achieved without an error, per second. A request may have
     * several operations; as large a share of requests is without errors as of operations.
     */
    public double okPerSecond() {
      return achievedPerSecond * (operations - errors) / Math.max(1, operations);
    }
  }
}
