package io.kvbench.runner.run.hosts;

import io.kvbench.results.format.HostsResult.ClockResult;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.SamplingHeader;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A source of samples of one host: the sidecar of this run, an engine of containers, a sidecar on
 * another host. Everything that a run does with samples is the same for all.
 */
public interface HostSource {

  /** A receiver of the samples of a source, called on one of the source's threads at a time. */
  interface Reader {

    /** Called when sampling has begun, at the latest with the first sample. */
    void begun(SamplingHeader header);

    /**
     * There is a sample: in order, with its time on this machine's wall clock. A number that is
     * left out is a sample that was not taken.
     */
    void sample(HostSample sample);

    /**
     * Called at the end of the samples, which the user is told at once.
     *
     * @param why in words that follow a colon, and an advice in a sentence
     */
    void ended(String why);

    /**
     * Some samples did not come, or there are none from now on, although there was no call of
     * {@link HostSource#end}.
     *
     * @param why in a sentence for the user
     */
    void lost(String why);
  }

  /** Returns the name that the host's figures go by; no other source of the run has it. */
  String host();

  /** Returns what takes the samples: {@code sidecar}, {@code docker}. */
  String kind();

  /** Returns the planned time between two samples. */
  Duration every();

  /**
   * Begins to read, and returns without waiting for a sample.
   *
   * @throws IOException if that cannot be; the message says why
   */
  void begin(Reader reader) throws IOException;

  /** Returns by how much its host's clock is ahead; empty where that is this machine's clock. */
  default Optional<ClockResult> clock() {
    return Optional.empty();
  }

  /** Returns whether it starts with the run, which is not to fall into a phase. */
  default boolean isStarting() {
    return false;
  }

  /** Ends it. Bounded; no reader is called after this has returned. */
  void end();
}
