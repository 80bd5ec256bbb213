package io.kvbench.runner.run;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.results.host.HostSample;
import java.nio.file.Path;

/**
 * A listener for the progress of a run, called by the thread that runs it unless stated otherwise.
 * Every method is optional.
 */
public interface RunListener {

  /** A listener that does not care. */
  RunListener NONE = new RunListener() {};

  /** The result directory is there. */
  default void directoryCreated(Path directory) {}

  /**
   * Begins an activity that may take a while; {@code what} is a phrase such as {@code starting
   * servers}.
   */
  default void stage(String what) {}

  /** Receives a note for the user, in a sentence. */
  default void note(String note) {}

  /** A phase begins, with the opening of its watchers if it has any. */
  default void phaseStarted(PhasePlan phase) {}

  /** The clients of a phase have begun to send. */
  default void phaseBegan(PhasePlan phase) {}

  /**
   * Receives the progress before a phase's first request or after its last, about once a second.
   *
   * @param what such as "opening watchers"
   * @param done how many of them are done
   * @param all how many there will be
   * @param nanos how long it has taken until now
   */
  default void waiting(String what, long done, long all, long nanos) {}

  /** About a second of the phase has passed. */
  default void interval(PhasePlan phase, Interval interval) {}

  /** A phase has ended. */
  default void phaseEnded(PhasePlan phase) {}

  /**
   * Receives the progress of a long read-back after the last phase, about once a second.
   *
   * @param reads how many are to be read, and for how long at most
   */
  default void recordsRead(PhasePlan reads, Interval interval) {}

  /**
   * Receives a sample of a host, on a separate thread.
   *
   * @param host what its figures go by
   */
  default void sampled(String host, HostSample sample) {}
}
