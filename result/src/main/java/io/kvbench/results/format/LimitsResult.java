package io.kvbench.results.format;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The limits of the servers that kvbench started, where some were set: requested, in force before
 * the load, and measured over the run.
 *
 * @param nodes every server, in order
 */
public record LimitsResult(List<Node> nodes) {
  public LimitsResult {
    nodes = List.copyOf(nodes);
  }

  /**
   * The amounts of its machine's resources that a server may use.
   *
   * @param memoryBytes empty where it is not limited
   * @param cpus 1 is one core; empty where they are not limited
   * @param diskBytesPerSecond to read, and as much to write; empty where it is not limited
   */
  public record Amounts(
      OptionalLong memoryBytes, OptionalDouble cpus, OptionalLong diskBytesPerSecond) {}

  /**
   * A server with its limits.
   *
   * @param number counted from 1, as in {@code limit.node1.memory}
   * @param inForce what its control group or the engine of its container reports
   * @param probedCpus what a busy program got within the same limit before the server was started
   * @param measured what was measured over the run
   */
  public record Node(
      int number,
      String name,
      Amounts asked,
      Amounts inForce,
      OptionalDouble probedCpus,
      Measured measured) {}

  /**
   * The measured effect of a server's limits. Unknown figures are empty.
   *
   * @param peakMemoryBytes the most memory at once since its start, with its part of the page cache
   * @param cpusMean processor time by the time of all phases, as sampled
   * @param cpusMax the most between two samples
   * @param writtenBytesPerSecond to its disk, the average over all phases, as sampled
   * @param periods the periods of 100 ms that it wanted to run in, from before the first connection
   *     until after the last phase
   * @param throttledPeriods in how many of them its processor time was used up
   * @param throttledNanos for how long its threads waited then, summed over processors
   * @param memoryFailures how often its memory was at the limit, and pages had to be freed
   * @param oomKills how often it was killed because of its memory limit
   */
  public record Measured(
      OptionalLong peakMemoryBytes,
      OptionalDouble cpusMean,
      OptionalDouble cpusMax,
      OptionalDouble writtenBytesPerSecond,
      OptionalLong periods,
      OptionalLong throttledPeriods,
      OptionalLong throttledNanos,
      OptionalLong memoryFailures,
      long oomKills) {}
}
