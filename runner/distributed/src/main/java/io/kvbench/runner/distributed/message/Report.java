package io.kvbench.runner.distributed.message;

import io.kvbench.core.setting.Excerpt;
import java.time.Instant;
import java.util.Optional;

/** A message from an agent to its controller. */
public sealed interface Report {

  /** The report that the agent's part of the run is planned. */
  record Prepared() implements Report {}

  /**
   * The report that the agent is connected, and that its clients exist.
   *
   * @param aheadNanos how far the controller's clock is ahead of its own
   * @param errorNanos how far that may be wrong
   */
  record Ready(long aheadNanos, long errorNanos) implements Report {}

  /**
   * The progress of the agent's clients before their first request or after their last.
   *
   * @param what such as "opening watchers"
   */
  record Waiting(String what, long done, long all, long nanos) implements Report {
    public Waiting {
      what = plain(what);
    }
  }

  /**
   * The start of the agent's clients.
   *
   * @param at on the controller's clock
   */
  record Began(Instant at) implements Report {}

  /**
   * About a second of the phase has passed.
   *
   * @param interval as {@code MeasurementCodec} writes it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Passed(byte[] interval) implements Report {}

  /**
   * The phase has ended.
   *
   * @param measured as {@code MeasurementCodec} writes it
   * @param condition of its process and machine, in the same way
   * @param end the number behind the largest that it has inserted
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Ended(byte[] measured, byte[] condition, long end) implements Report {}

  /**
   * The report of the records that the store has acknowledged.
   *
   * @param book as {@code AcknowledgedRecords} writes it; empty where there is a problem
   * @param problem for the user
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Accounted(byte[] book, Optional<String> problem) implements Report {
    public Accounted {
      problem = problem.map(Report::plain);
    }
  }

  /**
   * A line of samples of its machine: first their header, then samples.
   *
   * @param line as {@code HostSampleLines} writes it
   * @param aheadNanos how far its clock is ahead of the controller's
   * @param errorNanos how far that may be wrong
   */
  record Sampled(String line, long aheadNanos, long errorNanos) implements Report {}

  /**
   * The end of the samples of the agent's machine.
   *
   * @param why for the user
   */
  record Unsampled(String why) implements Report {
    public Unsampled {
      why = plain(why);
    }
  }

  /**
   * The report that the agent cannot carry out an order.
   *
   * @param message for the user
   */
  record Failed(String message) implements Report {
    public Failed {
      message = plain(message);
    }
  }

  /** Returns a text of an agent as it can be printed: on one line, and not too long. */
  static String plain(String text) {
    return Excerpt.of(text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", " "));
  }
}
