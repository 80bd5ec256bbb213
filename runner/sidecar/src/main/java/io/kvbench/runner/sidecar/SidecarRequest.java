package io.kvbench.runner.sidecar;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The processes and directories to sample.
 *
 * @param targets processes with distinct names
 * @param directories whose space is sampled
 * @param every the time between two samples, at least {@link #SHORTEST}
 */
public record SidecarRequest(List<Target> targets, List<Path> directories, Duration every) {

  /** The shortest useful period, given the counters' granularity of 10 ms of processor time. */
  public static final Duration SHORTEST = Duration.ofMillis(100);

  public SidecarRequest {
    targets = List.copyOf(targets);
    directories = List.copyOf(directories);
    if (every.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException("samples are at least 100 ms apart");
    }
  }
}
