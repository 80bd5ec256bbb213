package io.kvbench.results.host;

import java.time.Instant;
import java.util.List;

/**
 * The first line of a stream of samples, which describes the rest.
 *
 * @param schema {@link #SCHEMA}; a change that is not an addition changes it
 * @param host the host's name
 * @param operatingSystem its system in words
 * @param startedAt when sampling began, on the host's wall clock
 * @param everyMillis how much time is meant to pass between two samples
 * @param targets the names of what is watched
 */
public record SamplingHeader(
    String schema,
    String host,
    String operatingSystem,
    Instant startedAt,
    long everyMillis,
    List<String> targets) {

  public static final String SCHEMA = "kvbench-host-samples/1";

  public SamplingHeader {
    targets = List.copyOf(targets);
  }
}
